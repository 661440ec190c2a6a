-- migrate: without a transaction
-- Indexes of the list's filters and orders. Each ends with the id, so that a page is a walk along the index.
drop index concurrently if exists sale_step;
-- Includes the status: without it PostgreSQL would read the records to count those of a status, because it does not know that
-- the index has all that the expression needs.
create index concurrently sale_step on sale (empresa_id, status_step(status), id) include (status);
drop index concurrently if exists sale_data;
create index concurrently sale_data on sale (empresa_id, data, id);
drop index concurrently if exists sale_valor_total;
create index concurrently sale_valor_total on sale (empresa_id, valor_total, id);

-- In place of sale_cliente and sale_representada, which the last release uses until these are ready.
drop index concurrently if exists sale_of_cliente;
create index concurrently sale_of_cliente on sale (empresa_id, cliente_id, id);
drop index concurrently if exists sale_of_representada;
create index concurrently sale_of_representada on sale (empresa_id, representada_id, id);
drop index concurrently if exists sale_cliente;
drop index concurrently if exists sale_representada;
