-- A payment with its allocation.
create or replace function show_payment(p_empresa_id uuid, p_id uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('id', payment.id, 'representada_id', representada_id, 'data', data, 'valor', payment.valor,
    'referencia', referencia, 'credito', credito, 'created_at', payment.created_at, 'estornado_em', estornado_em,
    'alocacao', coalesce(allocated, '[]'))
  from commission_payment payment
  left join lateral (
    select jsonb_agg(jsonb_build_object('sale_id', sale.id, 'pedido', sale.pedido, 'parte', parte,
      'valor', allocation.valor) order by allocation.origem_id, parte) as allocated
    from commission_allocation allocation
    left join lateral (
      select id, pedido from sale where empresa_id = p_empresa_id and id = allocation.origem_id offset 0
    ) sale on true
    where empresa_id = p_empresa_id and payment_id = p_id and allocation.valor <> 0
  ) allocation on true
  where empresa_id = p_empresa_id and id = p_id;
$$;
