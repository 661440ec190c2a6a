-- A client's purchases by date: the last one, and those of a year, without reading the others.
create index sale_purchase on sale (empresa_id, cliente_id, data) where status not in ('Cancelado', 'CANCELADA');

-- What clients still owe. Most sales are created as paid and never get an entry.
create index sale_open on sale (empresa_id, cliente_id)
  where recebido < valor_total and status not in ('Cancelado', 'CANCELADA');
