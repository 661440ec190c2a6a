-- A payment with its allocation: how many parts there are, and the first p_max of them. Null: all.
create or replace function show_payment(p_empresa_id uuid, p_id uuid, p_max int) returns jsonb
language sql stable as $$
  select jsonb_build_object('id', payment.id, 'representada_id', representada_id, 'data', data, 'valor', payment.valor,
    'referencia', referencia, 'credito', credito, 'created_at', payment.created_at, 'estornado_em', estornado_em,
    'alocacoes', (
      select count(*) from commission_allocation where empresa_id = p_empresa_id and payment_id = p_id and valor <> 0
    ),
    'alocacao', coalesce(allocated, '[]'))
  from commission_payment payment
  left join lateral (
    select jsonb_agg(
      jsonb_build_object('sale_id', sale.id, 'pedido', sale.pedido, 'parte', parte, 'valor', allocation.valor)
        || case when sale.id is null then jsonb_build_object('ajuste_id', allocation.origem_id) else '{}' end
      order by allocation.origem_id, parte) as allocated
    from (
      select * from commission_allocation
      where empresa_id = p_empresa_id and payment_id = p_id and valor <> 0
      order by origem_id, parte limit p_max
    ) allocation
    left join lateral (
      select id, pedido from sale where empresa_id = p_empresa_id and id = allocation.origem_id offset 0
    ) sale on true
  ) allocation on true
  where empresa_id = p_empresa_id and id = p_id;
$$;
