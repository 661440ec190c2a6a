-- Adds what a representada paid, and allocates it; with `mes`, to what is due in that month first. Returns it with p_max parts of its
-- allocation.
create or replace function add_payment(
  p_empresa_id uuid, p_id uuid, p_payment jsonb, p_sales uuid[], p_limits numeric[], p_max int
) returns jsonb language plpgsql as $$
declare
  fresh commission_payment := jsonb_populate_record(null::commission_payment, p_payment);
  not_due json;
begin
  select json_agg(json_build_object('sale_id', id, 'pedido',
      (select pedido from sale where empresa_id = p_empresa_id and id = refused.id)) order by place)
    into not_due
    from (
      select id, place from unnest(p_sales) with ordinality named (id, place) where not exists (
        select from (select * from commission_part where empresa_id = p_empresa_id and origem_id = named.id offset 0) part
        where representada_id = fresh.representada_id
          -- A reconciliation also names adjustments: another one may have settled them meanwhile.
          and (devida <> paga or (p_limits is not null and motivo is not null)))
      order by place limit 100
    ) refused;
  if not_due is not null then perform refuse('payment_sale', not_due::text); end if;
  insert into commission_payment (empresa_id, id, representada_id, data, valor, referencia, created_at)
    values (p_empresa_id, p_id, fresh.representada_id, fresh.data, fresh.valor, fresh.referencia, uuid_extract_timestamp(p_id));
  perform record_commission(p_empresa_id, array[
    new_entry('paga', fresh.representada_id, fresh.data, payment_id => p_id, credito => fresh.valor)
  ]);
  perform allocate_payment(p_empresa_id, fresh.representada_id, p_sales, p_limits, (p_payment ->> 'mes' || '-01')::date);
  return show_payment(p_empresa_id, p_id, p_max);
end $$;
