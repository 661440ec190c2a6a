-- migrate: without a transaction
-- Repeatable after a crash, which may leave an invalid index. The first index serves the changes feed. The second finds the
-- records that backfills/002 has to number. Waiting for running transactions, as `concurrently` does, also makes sure that no
-- function of the last release is still creating a record without a number.
drop index concurrently if exists representada_change;
create index concurrently representada_change on representada (empresa_id, change);
drop index concurrently if exists representada_without_change;
create index concurrently representada_without_change on representada (empresa_id, id) where change is null;
drop index concurrently if exists product_change;
create index concurrently product_change on product (empresa_id, change);
drop index concurrently if exists product_without_change;
create index concurrently product_without_change on product (empresa_id, id) where change is null;
