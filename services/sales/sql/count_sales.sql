-- Adds new sales to the counter of their year, with the last order number that they took.
create or replace function count_sales(p_empresa_id uuid, p_ano int, p_added int, p_last_pedido bigint) returns void
language sql as $$
  update sale_counter set total = total + p_added, last_pedido = p_last_pedido
    where empresa_id = p_empresa_id and ano = p_ano;
$$;
