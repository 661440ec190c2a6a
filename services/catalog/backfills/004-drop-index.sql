-- migrate: without a transaction
drop index concurrently if exists representada_without_change;
drop index concurrently if exists product_without_change;
