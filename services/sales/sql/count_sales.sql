-- Adds new sales to the counter of their year, with the last order number that they took.
create or replace function count_sales(p_empresa_id uuid, p_ano int, p_added int, p_last_pedido bigint) returns void
language sql as $$
  insert into sale_counter as existing (empresa_id, ano, total, last_pedido)
    values (p_empresa_id, p_ano, p_added, p_last_pedido)
    on conflict (empresa_id, ano) do update
      set total = existing.total + excluded.total, last_pedido = excluded.last_pedido;
$$;
