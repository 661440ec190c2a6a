-- Every change of a record raises its version (ETag) and gives it the company's next change number (changes feed).
-- backfills/ numbers the records that exist. `change` becomes `not null` in the next release: processes of the last
-- release create records without it until the functions are replaced.
alter table representada add column version int not null default 1, add column change bigint;
alter table product add column version int not null default 1, add column change bigint;
