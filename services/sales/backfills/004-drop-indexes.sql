-- migrate: without a transaction
drop index concurrently if exists sale_without_change;
drop index concurrently if exists reference_without_search;
