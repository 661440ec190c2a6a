-- Every table leads with empresa_id, so that companies can be spread over databases later.

-- The clients and representadas that a sale ever used, or that a delete or a rename ever asked about: what sales
-- must know of records that other services own. See libs/references/README.md.
create table reference (
  empresa_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('client', 'representada')),
  nome text not null,
  -- Counts the renames of the record: an older name never overwrites a newer one.
  revision int not null,
  -- The attempt to delete that found no sale. From then on no sale may use the record. Null: not fenced.
  fence_epoch int,
  -- Attempts up to this one were taken back or refused: their late messages change nothing.
  voided_epoch int not null default 0,
  constraint reference_pkey primary key (empresa_id, id)
);

create table sale (
  empresa_id uuid not null,
  id uuid not null default uuidv7(),
  pedido text not null,
  data date not null,
  cliente_id uuid not null,
  representada_id uuid not null,
  status text not null,
  valor_total numeric(15, 2) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint sale_pkey primary key (empresa_id, id),
  constraint sale_pedido_key unique (empresa_id, pedido)
);

create index sale_cliente on sale (empresa_id, cliente_id);
create index sale_representada on sale (empresa_id, representada_id);

create table sale_item (
  empresa_id uuid not null,
  sale_id uuid not null,
  posicao int not null,
  produto_id text not null,
  quantidade numeric(15, 6) not null check (quantidade > 0),
  valor_unitario numeric(15, 6) not null check (valor_unitario > 0),
  valor_total numeric(15, 2) not null,
  constraint sale_item_pkey primary key (empresa_id, sale_id, posicao),
  constraint sale_item_sale_fkey foreign key (empresa_id, sale_id) references sale on delete cascade
);

-- One row per company and year: the last generated order number, and how many sales were made less those deleted.
-- The sum of `total` over the years is the number of sales, so that lists need not count.
create table sale_counter (
  empresa_id uuid not null,
  ano int not null,
  total bigint not null default 0,
  last_pedido bigint not null default 0,
  constraint sale_counter_pkey primary key (empresa_id, ano)
) with (fillfactor = 20);

-- Locks a reference of a new sale against a fence until the sale is there, and makes its row at the first use. False
-- for a fenced record: it is being deleted or gone.
create function hold_reference(p_empresa_id uuid, p_kind text, p_id uuid, p_nome text, p_revision int) returns boolean
language plpgsql as $$
begin
  perform from reference
    where empresa_id = p_empresa_id and id = p_id and fence_epoch is null and revision >= 0 for share;
  if found then return true; end if;

  insert into reference as existing (empresa_id, id, kind, nome, revision)
    values (p_empresa_id, p_id, p_kind, p_nome, p_revision)
    on conflict (empresa_id, id) do update set nome = excluded.nome, revision = excluded.revision
      where existing.revision < excluded.revision;
  perform from reference where empresa_id = p_empresa_id and id = p_id and fence_epoch is null for share;
  return found;
end $$;

-- A sale that is to be made, with what the owners said of its client and its representada.
create type wanted_sale as (
  -- Its number among those that were sent together, from 1.
  n int,
  empresa_id uuid,
  -- The year of the order code, should one be generated.
  ano int,
  pedido text,
  data date,
  cliente_id uuid,
  cliente_nome text,
  cliente_revision int,
  representada_id uuid,
  representada_nome text,
  representada_revision int,
  status text,
  valor_total numeric,
  itens json,
  key text,
  fingerprint bytea
);

-- Makes one sale, whose references are held, and answers with the finished reply, or with the constraint that it would
-- break. With a key, the answer is kept together with the sale, so that after a crash there are both or none.
create function create_sale(wanted wanted_sale, out reply text, out refusal text) language plpgsql as $$
declare
  generated boolean := wanted.pedido is null;
  number bigint;
  fresh_id uuid;
  moment timestamptz;
begin
  insert into sale_counter as existing (empresa_id, ano, total, last_pedido)
    values (wanted.empresa_id, wanted.ano, 1, generated::int)
    on conflict (empresa_id, ano) do update
      set total = existing.total + 1, last_pedido = existing.last_pedido + generated::int
    returning last_pedido into number;
  fresh_id := uuidv7();
  moment := uuid_extract_timestamp(fresh_id);
  loop
    if generated then
      wanted.pedido := format('PED-%s-%s', wanted.ano, lpad(number::text, greatest(4, length(number::text)), '0'));
    end if;
    insert into sale
        (empresa_id, id, pedido, data, cliente_id, representada_id, status, valor_total, created_at, updated_at)
      values (wanted.empresa_id, fresh_id, wanted.pedido, wanted.data, wanted.cliente_id, wanted.representada_id,
        wanted.status, wanted.valor_total, moment, moment)
      on conflict on constraint sale_pedido_key do nothing;
    exit when found;
    if not generated then
      update sale_counter set total = total - 1 where empresa_id = wanted.empresa_id and ano = wanted.ano;
      refusal := 'sale_pedido_key';
      return;
    end if;
    -- A caller chose this code before its turn came.
    update sale_counter set last_pedido = last_pedido + 1 where empresa_id = wanted.empresa_id and ano = wanted.ano
      returning last_pedido into number;
  end loop;

  insert into sale_item (empresa_id, sale_id, posicao, produto_id, quantidade, valor_unitario, valor_total)
    select wanted.empresa_id, fresh_id, posicao, produto_id, quantidade, valor_unitario, valor_total
    from rows from (json_to_recordset(wanted.itens)
      as (produto_id text, quantidade numeric, valor_unitario numeric, valor_total numeric))
      with ordinality as item (produto_id, quantidade, valor_unitario, valor_total, posicao);
  perform count_in_sale_mark(wanted.empresa_id, fresh_id, 1);

  select row_to_json(shown) into reply from (
    select fresh_id as id, wanted.pedido, wanted.data, wanted.cliente_id, wanted.representada_id, wanted.status,
      trim_scale(wanted.valor_total) as valor_total, wanted.itens, iso8601(moment) as created_at
  ) shown;
  perform keep_created(wanted.empresa_id, wanted.key, wanted.fingerprint, reply);
end $$;

-- Makes the sales that were asked for at the same time, of any companies, in one transaction: each gets its reply or its
-- refusal, whatever becomes of the others. First all references are locked and then the counters, both in one order,
-- so that transactions do not wait for each other in a circle. One with several sales does not wait long for a lock:
-- its caller tries each alone then.
create function create_sales(p_sales json) returns table (n int, reply text, refusal text) language plpgsql as $$
declare
  all_wanted wanted_sale[] := array(
    select wanted from json_populate_recordset(null::wanted_sale, p_sales) wanted
    order by wanted.empresa_id, wanted.ano, wanted.n
  );
  wanted wanted_sale;
  used record;
  gone text[] := '{}';
begin
  if cardinality(all_wanted) > 1 then perform set_config('lock_timeout', '250ms', true); end if;

  for used in
    select sale.n, sale.empresa_id, reference.*
    from unnest(all_wanted) sale
    cross join lateral (values
      ('client', cliente_id, cliente_nome, cliente_revision),
      ('representada', representada_id, representada_nome, representada_revision)
    ) reference (kind, id, nome, revision)
    order by empresa_id, kind, id
  loop
    if not hold_reference(used.empresa_id, used.kind, used.id, used.nome, used.revision) then
      gone[used.n] := coalesce(gone[used.n], format('sale_%s_fkey', used.kind));
    end if;
  end loop;

  foreach wanted in array all_wanted loop
    n := wanted.n;
    reply := null;
    refusal := coalesce(try_key(wanted.empresa_id, wanted.key), gone[n]);
    if refusal is null then select made.reply, made.refusal into reply, refusal from create_sale(wanted) made; end if;
    return next;
  end loop;
end $$;

-- The counter rows come first, as in create_sale, so that the two never wait for each other.
create function delete_sale(p_empresa_id uuid, p_id uuid) returns boolean language plpgsql as $$
declare
  newest int;
begin
  perform from sale_counter where empresa_id = p_empresa_id order by ano for update;
  delete from sale where empresa_id = p_empresa_id and id = p_id;
  if not found then return false; end if;
  perform count_in_sale_mark(p_empresa_id, p_id, -1);
  select max(ano) into newest from sale_counter where empresa_id = p_empresa_id;
  update sale_counter set total = total - 1 where empresa_id = p_empresa_id and ano = newest;
  return true;
end $$;

-- Answers an attempt to delete a record: the number of sales that use it; 0 when there are none, and from now on there
-- will be none; null when the attempt was voided before. The sales are counted in a statement after the lock, so
-- that those which committed while it waited are seen.
create function fence_reference(p_empresa_id uuid, p_id uuid, p_kind text, p_epoch int) returns bigint
language plpgsql as $$
declare
  voided int;
  sales bigint;
begin
  insert into reference (empresa_id, id, kind, nome, revision) values (p_empresa_id, p_id, p_kind, '', -1)
    on conflict (empresa_id, id) do nothing;
  select voided_epoch into voided from reference where empresa_id = p_empresa_id and id = p_id for update;
  if p_epoch <= voided then return null; end if;

  if p_kind = 'client' then
    select count(*) into sales from sale where empresa_id = p_empresa_id and cliente_id = p_id;
  else
    select count(*) into sales from sale where empresa_id = p_empresa_id and representada_id = p_id;
  end if;

  -- A refused attempt is over: a late copy of its message must not fence the record when its sales are gone.
  update reference set
    voided_epoch = case when sales > 0 then p_epoch else voided_epoch end,
    fence_epoch = case when sales > 0 then fence_epoch else greatest(fence_epoch, p_epoch) end
    where empresa_id = p_empresa_id and id = p_id;
  return sales;
end $$;
