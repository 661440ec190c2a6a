-- migrate: without a transaction
-- A client's purchases by date: the last one, and those of a year, without reading the others.
drop index concurrently if exists sale_purchase;
create index concurrently sale_purchase on sale (empresa_id, cliente_id, data)
  where status_step(status) <> 'cancelada';

-- What clients still owe. Most sales are created as paid and never get an entry. In a company that records no receipts every
-- sale stays open: the sum is read from the index alone.
drop index concurrently if exists sale_open;
create index concurrently sale_open on sale (empresa_id, cliente_id) include (valor_total, recebido)
  where recebido < valor_total and status_step(status) <> 'cancelada';
