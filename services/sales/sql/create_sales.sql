-- Creates sales of one company and one year in one transaction. Each gets its generated values, or the reason of its refusal,
-- which does not affect the others: what try_claim_key says, the constraint sale_pedido_key, or a record that is fenced.
-- First all references are locked, and then the company's sequence of changes: so transactions do not deadlock.
create or replace function create_sales(p_empresa_id uuid, p_sales json)
returns table (n int, id uuid, pedido text, created_at timestamptz, refusal text) language plpgsql as $$
#variable_conflict use_column
declare
  year constant int := (p_sales -> 0 ->> 'ano')::int;
  sale_count constant int := json_array_length(p_sales);
  fenced constant uuid[] := hold_references(p_empresa_id, p_sales);
  new_sale record;
  code text;
  new_id uuid;
  created sale;
  created_count int := 0;
  new_change bigint;
  order_number bigint;
  entries new_commission_entry[] := '{}';
begin
  for new_sale in
    select * from json_to_recordset(p_sales) as sale (
      n int, pedido text, data date, cliente_id uuid, representada_id uuid, status text, valor_total numeric,
      itens json, idempotency_key text, fingerprint bytea, comissao_quando text, comissao_dia smallint, comissao_taxa numeric,
      comissao_percentual numeric, comissao numeric, parcelas jsonb, recebido numeric, pago_em date, faturada_em date,
      entries jsonb, caller jsonb, id_externo text)
    order by n
  loop
    n := new_sale.n;
    id := null;
    pedido := null;
    created_at := null;
    refusal := coalesce(try_claim_key(p_empresa_id, new_sale.idempotency_key), case
      when new_sale.cliente_id = any (fenced) then 'client_fenced'
      when new_sale.representada_id = any (fenced) then 'representada_fenced'
    end);
    if refusal is not null then
      return next;
      continue;
    end if;

    if new_change is null then
      -- Locks the company's sequence, and takes a number for each sale.
      insert into change_sequence as existing (empresa_id, last) values (p_empresa_id, sale_count)
        on conflict (empresa_id) do update set last = existing.last + excluded.last
        returning last - sale_count into new_change;
      order_number := coalesce(
        (select last_pedido from sale_counter where empresa_id = p_empresa_id and ano = year), 0);
    end if;
    code := new_sale.pedido;
    if code is null then
      order_number := free_order_number(p_empresa_id, year, order_number);
      code := order_code(year, order_number);
    end if;
    -- The id is given under the lock of the sequence, so ids grow in the order in which sales appear.
    new_id := uuidv7();
    insert into sale
        (empresa_id, id, pedido, data, cliente_id, representada_id, status, valor_total, created_at, updated_at,
         change, comissao_quando, comissao_dia, comissao_taxa, comissao_percentual, comissao, parcelas, recebido,
         pago_em, faturada_em, id_externo)
      values (p_empresa_id, new_id, code,
        new_sale.data, new_sale.cliente_id, new_sale.representada_id, new_sale.status, new_sale.valor_total,
        uuid_extract_timestamp(new_id), uuid_extract_timestamp(new_id), new_change + 1,
        new_sale.comissao_quando, new_sale.comissao_dia, new_sale.comissao_taxa, new_sale.comissao_percentual,
        new_sale.comissao,
        new_sale.parcelas, new_sale.recebido, new_sale.pago_em, new_sale.faturada_em, new_sale.id_externo)
      on conflict do nothing
      returning * into created;
    if not found then
      refusal := case
        when exists (select from sale where empresa_id = p_empresa_id and pedido = code) then 'sale_pedido_key'
        else 'sale_id_externo_key'
      end;
      return next;
      continue;
    end if;

    created_count := created_count + 1;
    new_change := new_change + 1;
    perform add_items(p_empresa_id, created.id, new_sale.itens);
    perform audit(p_empresa_id, new_change, new_sale.caller, 'criar', 'sales', created.id::text, null);
    entries := entries || sale_entries(new_sale.entries, created.id, created.representada_id);
    -- Without a key no answer is kept: it need not be built.
    if new_sale.idempotency_key is not null then
      perform keep_answer(p_empresa_id, new_sale.idempotency_key, new_sale.fingerprint, 201,
        jsonb_strip_nulls(to_jsonb(created)) || jsonb_build_object('itens', new_sale.itens));
    end if;

    id := created.id;
    pedido := created.pedido;
    created_at := created.created_at;
    return next;
  end loop;

  -- Update the counters once per batch: every row version written in a transaction slows the row's next update.
  if new_change is not null then
    -- The numbers of refused sales are given back: a missing one would look like a deleted entry of the audit.
    if created_count < sale_count then
      update change_sequence set last = new_change where empresa_id = p_empresa_id;
    end if;
    insert into sale_counter as existing (empresa_id, ano, total, last_pedido)
      values (p_empresa_id, year, created_count, order_number)
      on conflict on constraint sale_counter_pkey do update
        set total = existing.total + excluded.total, last_pedido = excluded.last_pedido;
  end if;
  perform record_commission(p_empresa_id, entries);
end $$;
