-- Changes a sale that still has the version on which the change was decided; no row otherwise. p_itens replaces all items,
-- null leaves them. The history gets the changed fields, before and after.
create or replace function update_sale(
  p_empresa_id uuid, p_id uuid, p_version int, p_changes jsonb, p_itens json, p_motivo text, p_caller jsonb
) returns setof sale language plpgsql as $$
declare
  new_change bigint := next_change(p_empresa_id);
  before sale;
  after sale;
  items_before jsonb;
  items_after jsonb;
  old_values jsonb;
  new_values jsonb;
  changed text[];
begin
  select * into before from sale where empresa_id = p_empresa_id and id = p_id and version = p_version;
  if not found then return; end if;
  after := jsonb_populate_record(before, p_changes);
  -- The first day stays: a later status does not pay or invoice the sale again.
  after.pago_em := coalesce(before.pago_em, after.pago_em);
  after.faturada_em := coalesce(before.faturada_em, after.faturada_em);
  -- PAGA was a mistake: Faturado says invoiced, not paid. What is left is what the receipts say.
  if before.status = 'PAGA' and after.status = 'Faturado' then
    after.pago_em := null;
    after.recebido := coalesce(
      (select sum(valor) from sale_receipt where empresa_id = p_empresa_id and sale_id = p_id), 0);
  end if;
  if before.pago_em is null and after.pago_em is not null then after.recebido := after.valor_total; end if;
  update sale set
    pedido = after.pedido, data = after.data, status = after.status,
    valor_total = after.valor_total, comissao = after.comissao, comissao_percentual = after.comissao_percentual,
    parcelas = after.parcelas, recebido = after.recebido, pago_em = after.pago_em, faturada_em = after.faturada_em,
    updated_at = greatest(now(), before.updated_at + interval '1 ms'), version = before.version + 1, change = new_change
    where empresa_id = p_empresa_id and id = p_id
    returning * into after;

  if p_itens is not null then
    select jsonb_agg(jsonb_build_object('produto_id', produto_id, 'quantidade', quantidade,
        'valor_unitario', valor_unitario, 'valor_total', valor_total) order by posicao)
      into items_before from sale_item where empresa_id = p_empresa_id and sale_id = p_id;
    delete from sale_item where empresa_id = p_empresa_id and sale_id = p_id;
    perform add_items(p_empresa_id, p_id, p_itens);
    select jsonb_agg(item - 'comissao' order by place)
      into items_after from jsonb_array_elements(p_itens::jsonb) with ordinality given (item, place);
  end if;

  perform change_commission(before, after);
  old_values := to_jsonb(before) || jsonb_build_object('itens', items_before);
  new_values := to_jsonb(after) || jsonb_build_object('itens', items_after);
  -- The schema of the history's reply has these fields, too (changedFields).
  changed := array(
    select field from unnest(array['pedido', 'data', 'status', 'valor_total', 'parcelas', 'recebido', 'comissao']) field
    where old_values -> field is distinct from new_values -> field
  ) || case when p_itens is null then '{}' else array['itens'] end;
  perform add_history(after, p_caller,
    (select coalesce(jsonb_object_agg(field, old_values -> field), '{}') from unnest(changed) field),
    (select coalesce(jsonb_object_agg(field, new_values -> field), '{}') from unnest(changed) field),
    p_motivo);
  perform audit(p_empresa_id, new_change, p_caller, 'alterar', 'sales', p_id::text, changed);
  return next after;
end $$;
