-- migrate: without a transaction
drop index concurrently if exists sale_without_change;
