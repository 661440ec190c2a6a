-- migrate: without a transaction
-- Most records are active: a page of them is read in the order of all records, and their number is kept.
drop index concurrently if exists product_ativo;
drop index concurrently if exists representada_ativo;
