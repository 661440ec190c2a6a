-- migrate: without a transaction
-- The indexes find the records that the next backfills number. Dropped first, because a crash leaves an index invalid.
-- `concurrently` also waits for running transactions, so no function of release 0.1 can still add a record without a number.
drop index concurrently if exists representada_without_change;
create index concurrently representada_without_change on representada (empresa_id, id) where change is null;
drop index concurrently if exists product_without_change;
create index concurrently product_without_change on product (empresa_id, id) where change is null;
