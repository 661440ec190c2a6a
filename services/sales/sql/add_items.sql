-- The items of a sale, in their order.
create or replace function add_items(p_empresa_id uuid, p_sale_id uuid, p_itens json) returns void language sql as $$
  insert into sale_item (empresa_id, sale_id, posicao, produto_id, quantidade, valor_unitario, valor_total, comissao)
  select p_empresa_id, p_sale_id, posicao, produto_id, quantidade, valor_unitario, valor_total,
    coalesce(comissao, 0)
  from rows from (json_to_recordset(p_itens)
    as (produto_id text, quantidade numeric, valor_unitario numeric, valor_total numeric, comissao numeric))
    with ordinality as item (produto_id, quantidade, valor_unitario, valor_total, comissao, posicao);
$$;
