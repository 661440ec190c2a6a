-- Creates sales of one company and one year in one transaction. Each gets its generated values, or the reason of its refusal,
-- which does not affect the others: what try_key says, the constraint sale_pedido_key, or a record that is fenced. For that,
-- 'sale_client_fkey' and 'sale_representada_fkey' are names that release 0.1 knows; no such constraint exists.
-- First all references are locked, and then the company's sequence of changes: so transactions do not deadlock.
create or replace function create_sales(p_empresa_id uuid, p_sales json)
returns table (n int, id uuid, pedido text, created_at timestamptz, refusal text) language plpgsql as $$
#variable_conflict use_column
declare
  year constant int := (p_sales -> 0 ->> 'ano')::int;
  sale_count constant int := json_array_length(p_sales);
  fenced constant uuid[] := hold_references(p_empresa_id, p_sales);
  new_sale record;
  created sale;
  created_count int := 0;
  new_change bigint;
  order_number bigint;
  entries new_commission_entry[] := '{}';
begin
  for new_sale in
    select * from json_to_recordset(p_sales) as sale (
      n int, ano int, pedido text, data date, cliente_id uuid, representada_id uuid, status text, valor_total numeric,
      itens json, key text, fingerprint bytea, comissao_quando text, comissao_dia smallint, comissao_taxa numeric,
      comissao_percentual numeric, comissao numeric, parcelas jsonb, pago_em date, faturada_em date, caller jsonb)
    order by n
  loop
    -- Processes of release 0.1 then try each sale alone.
    if new_sale.ano <> year then raise exception 'sales of several years'; end if;
    n := new_sale.n;
    id := null;
    pedido := null;
    created_at := null;
    refusal := coalesce(try_key(p_empresa_id, new_sale.key), case
      when new_sale.cliente_id = any (fenced) then 'sale_client_fkey'
      when new_sale.representada_id = any (fenced) then 'sale_representada_fkey'
    end);
    if refusal is not null then
      return next;
      continue;
    end if;

    if new_change is null then
      -- Locks the sequence, as next_change does, and takes a number for each sale. Those of refused sales stay unused.
      insert into change_sequence as existing (empresa_id, last) values (p_empresa_id, sale_count)
        on conflict (empresa_id) do update set last = existing.last + excluded.last
        returning last - sale_count into new_change;
      -- A call of release 0.1 that is still running holds this row and not the sequence.
      select last_pedido into order_number from sale_counter where empresa_id = p_empresa_id and ano = year for update;
      if not found then
        -- Such a call may have added the row, unseen until it commits: this waits for it.
        insert into sale_counter as existing (empresa_id, ano) values (p_empresa_id, year)
          on conflict (empresa_id, ano) do update set last_pedido = existing.last_pedido
          returning last_pedido into order_number;
      end if;
    end if;
    new_change := new_change + 1;
    created.pedido := new_sale.pedido;
    if created.pedido is null then
      order_number := free_order_number(p_empresa_id, year, order_number);
      created.pedido := order_code(year, order_number);
    end if;
    -- Processes of release 0.1 send neither day.
    new_sale.pago_em := coalesce(new_sale.pago_em, case when new_sale.status = 'PAGA' then new_sale.data end);
    new_sale.faturada_em := coalesce(new_sale.faturada_em,
      case when status_step(new_sale.status) in ('faturada', 'enviada', 'entregue') then new_sale.data end);

    -- The id is given under the lock of the sequence, so ids grow in the order in which sales appear.
    created.id := uuidv7();
    insert into sale
        (empresa_id, id, pedido, data, cliente_id, representada_id, status, valor_total, created_at, updated_at,
         change, comissao_quando, comissao_dia, comissao_taxa, comissao_percentual, comissao, parcelas, recebido,
         pago_em, faturada_em, search_text)
      values (p_empresa_id, created.id, created.pedido,
        new_sale.data, new_sale.cliente_id, new_sale.representada_id, new_sale.status, new_sale.valor_total,
        uuid_extract_timestamp(created.id), uuid_extract_timestamp(created.id), new_change,
        coalesce(new_sale.comissao_quando, 'recebimento'), coalesce(new_sale.comissao_dia, 15),
        coalesce(new_sale.comissao_taxa, 0), coalesce(new_sale.comissao_percentual, 0), coalesce(new_sale.comissao, 0),
        new_sale.parcelas, case when new_sale.pago_em is null then 0 else new_sale.valor_total end, new_sale.pago_em,
        new_sale.faturada_em, extensions.fold(created.pedido))
      on conflict on constraint sale_pedido_key do nothing
      returning * into created;
    if not found then
      refusal := 'sale_pedido_key';
      return next;
      continue;
    end if;

    created_count := created_count + 1;
    perform add_items(p_empresa_id, created.id, new_sale.itens);
    perform audit(p_empresa_id, new_change, new_sale.caller, 'criar', 'sales', created.id::text, null);
    if created.comissao > 0 then entries := entries || plan_commission(created, 1); end if;
    -- Without a key no answer is kept: it need not be built.
    if new_sale.key is not null then
      perform keep_answer(p_empresa_id, new_sale.key, new_sale.fingerprint, 201,
        jsonb_strip_nulls(to_jsonb(created)) || jsonb_build_object('itens', new_sale.itens));
    end if;

    id := created.id;
    pedido := created.pedido;
    created_at := created.created_at;
    return next;
  end loop;

  -- Once: each version of a row that a transaction writes makes its next update slower.
  if new_change is not null then
    update sale_counter set total = total + created_count, last_pedido = order_number
      where empresa_id = p_empresa_id and ano = year;
  end if;
  perform record_commission(p_empresa_id, entries);
end $$;
