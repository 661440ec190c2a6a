-- Creates sales of one company in one transaction. Each gets its generated values, or the constraint that it would
-- break; a refused sale does not affect the others. First all references are locked, and then the company's sequence of changes:
-- so transactions do not deadlock.
create or replace function create_sales(p_empresa_id uuid, p_sales json)
returns table (n int, id uuid, pedido text, created_at timestamptz, refusal text) language plpgsql as $$
#variable_conflict use_column
declare
  asked constant int := json_array_length(p_sales);
  wanted record;
  -- The counter's year, and what is new in it. Written once: each version of a row that a transaction writes makes its next update
  -- slower.
  year int;
  added int;
  order_number bigint;
  new_change bigint;
  made sale;
  fenced uuid[];
  entries new_commission_entry[] := '{}';
begin
  fenced := hold_references(p_empresa_id, p_sales);

  for wanted in
    select * from json_to_recordset(p_sales) as sale (
      n int, ano int, pedido text, data date, cliente_id uuid, representada_id uuid, status text, valor_total numeric,
      itens json, key text, fingerprint bytea, comissao_quando text, comissao_dia smallint, comissao_taxa numeric,
      comissao_percentual numeric, comissao numeric, parcelas jsonb, pago_em date, faturada_em date, caller jsonb)
    order by ano, n
  loop
    n := wanted.n;
    id := null;
    pedido := null;
    created_at := null;
    refusal := coalesce(try_key(p_empresa_id, wanted.key), case
      when wanted.cliente_id = any (fenced) then 'sale_client_fkey'
      when wanted.representada_id = any (fenced) then 'sale_representada_fkey'
    end);
    if refusal is not null then
      return next;
      continue;
    end if;

    -- Processes of release 0.1 send neither day.
    wanted.pago_em := coalesce(wanted.pago_em, case when wanted.status = 'PAGA' then wanted.data end);
    wanted.faturada_em := coalesce(wanted.faturada_em,
      case when status_step(wanted.status) in ('faturada', 'enviada', 'entregue') then wanted.data end);

    if new_change is null then
      -- Locks the sequence, as next_change does, and takes a number for each sale. Those of refused sales stay unused.
      insert into change_sequence as existing (empresa_id, last) values (p_empresa_id, asked)
        on conflict (empresa_id) do update set last = existing.last + excluded.last
        returning last - asked into new_change;
    end if;
    new_change := new_change + 1;
    if wanted.ano is distinct from year then
      -- Only a call of release 0.1 has sales of several years.
      if year is not null then perform count_sales(p_empresa_id, year, added, order_number); end if;
      year := wanted.ano;
      added := 0;
      -- A call of release 0.1 that is still running holds this row and not the sequence.
      select last_pedido into order_number from sale_counter
        where empresa_id = p_empresa_id and ano = wanted.ano for update;
      if not found then
        -- Such a call may have added the row, unseen until it commits: this waits for it.
        insert into sale_counter as existing (empresa_id, ano) values (p_empresa_id, wanted.ano)
          on conflict (empresa_id, ano) do update set last_pedido = existing.last_pedido
          returning last_pedido into order_number;
      end if;
    end if;
    made.pedido := wanted.pedido;
    if made.pedido is null then
      order_number := free_order_number(p_empresa_id, wanted.ano, order_number);
      made.pedido := order_code(wanted.ano, order_number);
    end if;

    -- The id is given under the lock of the sequence, so ids grow in the order in which sales appear.
    made.id := uuidv7();
    insert into sale
        (empresa_id, id, pedido, data, cliente_id, representada_id, status, valor_total, created_at, updated_at,
         change, comissao_quando, comissao_dia, comissao_taxa, comissao_percentual, comissao, parcelas, recebido,
         pago_em, faturada_em, search_text)
      values (p_empresa_id, made.id, made.pedido,
        wanted.data, wanted.cliente_id, wanted.representada_id, wanted.status, wanted.valor_total,
        uuid_extract_timestamp(made.id), uuid_extract_timestamp(made.id), new_change,
        coalesce(wanted.comissao_quando, 'recebimento'), coalesce(wanted.comissao_dia, 15),
        coalesce(wanted.comissao_taxa, 0), coalesce(wanted.comissao_percentual, 0), coalesce(wanted.comissao, 0),
        wanted.parcelas, case when wanted.pago_em is null then 0 else wanted.valor_total end, wanted.pago_em,
        wanted.faturada_em, extensions.fold(made.pedido))
      on conflict on constraint sale_pedido_key do nothing
      returning * into made;
    if not found then
      refusal := 'sale_pedido_key';
      return next;
      continue;
    end if;

    added := added + 1;
    perform add_items(p_empresa_id, made.id, wanted.itens);
    perform audit(p_empresa_id, new_change, wanted.caller, 'criar', 'sales', made.id::text, null);
    if made.comissao > 0 then entries := entries || plan_commission(made, 1); end if;
    -- Without a key no answer is kept: it need not be built.
    if wanted.key is not null then
      perform keep_answer(p_empresa_id, wanted.key, wanted.fingerprint, 201,
        jsonb_strip_nulls(to_jsonb(made)) || jsonb_build_object('itens', wanted.itens));
    end if;

    id := made.id;
    pedido := made.pedido;
    created_at := made.created_at;
    return next;
  end loop;
  if year is not null then perform count_sales(p_empresa_id, year, added, order_number); end if;
  perform record_commission(p_empresa_id, entries);
end $$;
