-- The items of a sale, in their order.
create or replace function add_items(p_empresa_id uuid, p_sale_id uuid, p_itens json) returns void language sql as $$
  insert into sale_item (empresa_id, sale_id, posicao, produto_id, quantidade, valor_unitario, valor_total, comissao)
  select p_empresa_id, p_sale_id, posicao, produto_id, quantidade, valor_unitario, valor_total,
    coalesce(comissao, 0)
  from rows from (json_to_recordset(p_itens)
    as (produto_id text, quantidade numeric, valor_unitario numeric, valor_total numeric, comissao numeric))
    with ordinality as item (produto_id, quantidade, valor_unitario, valor_total, comissao, posicao);
$$;

-- Writes what was decided about a version of a sale (write-sale.repository.ts), within the statement that numbers it. Refused when
-- the sale is no longer what was decided on: it has another version, or a payment, which raises none, has paid what the decision
-- takes for unpaid. The caller decides again then.
create or replace function write_sale(
  p_empresa_id uuid, p_change bigint, p_fresh_id uuid, p_id uuid, p_version int, p_decision jsonb, p_itens json, p_caller jsonb
) returns sale language plpgsql as $$
declare
  is_deleted constant boolean := p_decision ? 'isDeleted';
  taken_back constant uuid := p_decision ->> 'takenBack';
  before sale;
  after sale;
  items_before jsonb := '{}';
  items_after jsonb := '{}';
begin
  select * into before from sale where empresa_id = p_empresa_id and id = p_id and version = p_version;
  if not found or ((is_deleted or taken_back is not null) and exists (
    select from (select * from commission_part where empresa_id = p_empresa_id and origem_id = p_id offset 0) part
    where paga <> 0 and (is_deleted or receipt_id = taken_back)
  )) then
    perform refuse('sale_moved');
  end if;

  if is_deleted then
    -- With its items, receipts and history.
    delete from sale where empresa_id = p_empresa_id and id = p_id;
    insert into tombstone (empresa_id, resource, change, id) values (p_empresa_id, 'sale', p_change, p_id::text);
    -- The newest counter row: only the sum over the years means anything.
    update sale_counter set total = total - 1
      where empresa_id = p_empresa_id and ano = (select max(ano) from sale_counter where empresa_id = p_empresa_id);
    after := before;
  else
    after := jsonb_populate_record(before, p_decision -> 'sale');
    update sale set
      pedido = after.pedido, data = after.data, status = after.status,
      valor_total = after.valor_total, comissao = after.comissao, comissao_percentual = after.comissao_percentual,
      parcelas = after.parcelas, recebido = after.recebido, pago_em = after.pago_em, faturada_em = after.faturada_em,
      id_externo = after.id_externo,
      updated_at = greatest(now(), before.updated_at + interval '1 ms'), version = before.version + 1, change = p_change
      where empresa_id = p_empresa_id and id = p_id
      returning * into after;
    if p_itens is not null then
      select jsonb_build_object('itens', jsonb_agg(jsonb_build_object('produto_id', produto_id, 'quantidade', quantidade,
          'valor_unitario', valor_unitario, 'valor_total', valor_total) order by posicao))
        into items_before from sale_item where empresa_id = p_empresa_id and sale_id = p_id;
      delete from sale_item where empresa_id = p_empresa_id and sale_id = p_id;
      perform add_items(p_empresa_id, p_id, p_itens);
      select jsonb_build_object('itens', jsonb_agg(item - 'comissao' order by place))
        into items_after from jsonb_array_elements(p_itens::jsonb) with ordinality given (item, place);
    end if;
    insert into sale_receipt (empresa_id, sale_id, id, parcela, data, valor, comissao)
      select p_empresa_id, p_id, p_fresh_id, parcela, (p_decision #>> '{receipt,data}')::date, valor, comissao
      from jsonb_to_recordset(p_decision #> '{receipt,covered}') as covered (parcela int, valor numeric, comissao numeric);
    delete from sale_receipt where empresa_id = p_empresa_id and sale_id = p_id and id = taken_back;
    -- Not of a change that changes nothing.
    insert into sale_history (empresa_id, sale_id, version, alterado_em, chave_id, chave_prefixo, de, para, motivo)
      select p_empresa_id, p_id, after.version, after.updated_at, (p_caller ->> 'chave_id')::uuid, p_caller ->> 'chave_prefixo',
        (p_decision -> 'de') || items_before, (p_decision -> 'para') || items_after, p_decision ->> 'motivo'
      where p_decision -> 'sale' <> '{}' or p_itens is not null;
  end if;

  if p_decision ? 'reversed' then
    perform reverse_commission(p_empresa_id, p_id, p_decision #>> '{reversed,motivo}',
      (p_decision #>> '{reversed,keepsReceipts}')::boolean);
  end if;
  perform record_commission(p_empresa_id,
    sale_entries(p_decision -> 'entries', p_id, before.representada_id, p_fresh_id));
  return after;
end $$;
