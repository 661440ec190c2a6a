-- migrate: without a transaction
-- Repeatable after a crash, which may leave an invalid index. Finds the records that the next backfill has to number. Waiting for
-- running transactions, as `concurrently` does, also makes sure that no function of the last release is still creating a
-- record without a number.
drop index concurrently if exists client_without_change;
create index concurrently client_without_change on client (empresa_id, id) where change is null;
