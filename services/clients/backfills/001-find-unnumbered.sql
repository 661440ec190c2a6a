-- migrate: without a transaction
-- The index finds the records that the next backfill numbers. Dropped first, because a crash leaves an index invalid.
-- `concurrently` also waits for running transactions, so no function of release 0.1 can still add a record without a number.
drop index concurrently if exists client_without_change;
create index concurrently client_without_change on client (empresa_id, id) where change is null;
