-- migrate: without a transaction
-- Repeatable after a crash, which may leave an invalid index. Finds the records that the next backfills have to number. Waiting for
-- running transactions, as `concurrently` does, also makes sure that no function of the last release is still creating a
-- record without a number.
drop index concurrently if exists representada_without_change;
create index concurrently representada_without_change on representada (empresa_id, id) where change is null;
drop index concurrently if exists product_without_change;
create index concurrently product_without_change on product (empresa_id, id) where change is null;
