-- Every change of a client raises its version (ETag) and gives it the company's next change number (changes feed).
-- backfills/ numbers the clients that exist. `change` becomes `not null` in the next release: processes of the last
-- release create clients without it until the functions are replaced.
alter table client add column version int not null default 1, add column change bigint;
