-- The part with what is still expected of an instalment: its newest without a receipt.
create or replace function expected_part(p_empresa_id uuid, p_sale_id uuid, p_parcela int) returns setof commission_part
language sql stable as $$
  select * from commission_part
  where empresa_id = p_empresa_id and origem_id = p_sale_id and parcela = p_parcela and receipt_id is null
  order by parte desc limit 1;
$$;
