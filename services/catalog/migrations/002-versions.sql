-- Every change of a record raises its version (ETag) and gives it the company's next change number (changes feed).
-- backfills/ numbers the records that exist. `change` becomes `not null` in the next release: processes of the last
-- release create records without it until the functions are replaced.
alter table representada add column version int not null default 1, add column change bigint;
alter table product add column version int not null default 1, add column change bigint;

create trigger representada_note_change after insert or delete or update of change on representada
  for each row execute function note_change('representada');
create trigger product_note_change after insert or delete or update of change on product
  for each row execute function note_change('product');
-- Leaves room for the next version of a record in its page: an update that changes no indexed column then writes no index.
alter table representada set (fillfactor = 90);
alter table product set (fillfactor = 90);
