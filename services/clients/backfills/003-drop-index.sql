-- migrate: without a transaction
drop index concurrently if exists client_without_change;
