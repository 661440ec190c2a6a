-- Records what a representada paid, and allocates it; with `mes`, to what is due in that month first. Shows p_most parts of the
-- allocation. p_reply is what a repeated request gets instead of the payment, with its id. Null when the representada is
-- being deleted, or gone.
create or replace function add_payment(
  p_empresa_id uuid, p_payment jsonb, p_sales uuid[], p_limits numeric[], p_key text, p_fingerprint bytea, p_caller jsonb,
  p_reply jsonb, p_most int
) returns jsonb language plpgsql as $$
declare
  fresh commission_payment := jsonb_populate_record(null::commission_payment, p_payment);
  answer jsonb;
  new_change bigint;
  not_due json;
begin
  perform claim_key(p_empresa_id, p_key);
  if not hold_reference(p_empresa_id, 'representada', fresh.representada_id, p_payment ->> 'representada_nome',
      (p_payment ->> 'representada_revision')::int) then
    return null;
  end if;
  new_change := next_change(p_empresa_id);
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
  fresh.id := uuidv7();
  insert into commission_payment (empresa_id, id, representada_id, data, valor, referencia, created_at)
    values (p_empresa_id, fresh.id, fresh.representada_id, fresh.data, fresh.valor, fresh.referencia,
      uuid_extract_timestamp(fresh.id));
  perform record_commission(p_empresa_id, array[
    new_entry('paga', fresh.representada_id, fresh.data, payment_id => fresh.id, credito => fresh.valor)
  ]);
  perform allocate_payment(p_empresa_id, fresh.representada_id, p_sales, p_limits, (p_payment ->> 'mes' || '-01')::date);
  perform audit(p_empresa_id, new_change, p_caller, 'criar', 'payments', fresh.id::text, null);
  answer := show_payment(p_empresa_id, fresh.id, p_most);
  perform keep_answer(p_empresa_id, p_key, p_fingerprint, 201,
    coalesce(p_reply || jsonb_build_object('pagamento_id', fresh.id), answer));
  return answer;
end $$;
