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

-- Locks a reference of a new sale against a fence until the sale is there, and makes its row at the first use. A
-- fenced record is being deleted or gone: that is told as a foreign key would tell it. Callers take the client before
-- the representada, and both before the counter, so that no two of them ever wait for each other.
create function hold_reference(p_empresa_id uuid, p_kind text, p_record jsonb) returns void language plpgsql as $$
declare
  record_id uuid := p_record ->> 'id';
begin
  perform from reference
    where empresa_id = p_empresa_id and id = record_id and fence_epoch is null and revision >= 0 for share;
  if found then return; end if;

  insert into reference as existing (empresa_id, id, kind, nome, revision)
    values (p_empresa_id, record_id, p_kind, p_record ->> 'nome', (p_record ->> 'revision')::int)
    on conflict (empresa_id, id) do update set nome = excluded.nome, revision = excluded.revision
      where existing.revision < excluded.revision;
  perform from reference where empresa_id = p_empresa_id and id = record_id and fence_epoch is null for share;
  if found then return; end if;

  raise exception 'this % is being deleted', p_kind
    using errcode = 'foreign_key_violation', constraint = format('sale_%s_fkey', p_kind);
end $$;

-- Creates a sale in one round trip and answers with the finished reply. With a key, the answer is kept together with the
-- sale, so that after a crash there are both or none.
create function create_sale(
  p_empresa_id uuid, p_ano int, p_sale jsonb, p_itens json, p_client jsonb, p_representada jsonb,
  p_key text, p_fingerprint bytea, out reply text
) language plpgsql as $$
declare
  fresh sale := jsonb_populate_record(null::sale, p_sale);
  generated int := (fresh.pedido is null)::int;
  number bigint;
begin
  perform claim_key(p_empresa_id, p_key, p_fingerprint);

  perform hold_reference(p_empresa_id, 'client', p_client);
  perform hold_reference(p_empresa_id, 'representada', p_representada);

  insert into sale_counter as existing (empresa_id, ano, total, last_pedido) values (p_empresa_id, p_ano, 1, generated)
    on conflict (empresa_id, ano) do update
      set total = existing.total + 1, last_pedido = existing.last_pedido + generated
    returning last_pedido into number;
  if generated = 1 then
    loop
      fresh.pedido := format('PED-%s-%s', p_ano, lpad(number::text, greatest(4, length(number::text)), '0'));
      exit when not exists (select from sale where empresa_id = p_empresa_id and pedido = fresh.pedido);
      -- A caller chose this code before its turn came.
      update sale_counter set last_pedido = last_pedido + 1 where empresa_id = p_empresa_id and ano = p_ano
        returning last_pedido into number;
    end loop;
  end if;

  fresh.id := uuidv7();
  fresh.created_at := uuid_extract_timestamp(fresh.id);
  insert into sale (empresa_id, id, pedido, data, cliente_id, representada_id, status, valor_total, created_at, updated_at)
    values (p_empresa_id, fresh.id, fresh.pedido, fresh.data, fresh.cliente_id, fresh.representada_id, fresh.status,
      fresh.valor_total, fresh.created_at, fresh.created_at);
  insert into sale_item (empresa_id, sale_id, posicao, produto_id, quantidade, valor_unitario, valor_total)
    select p_empresa_id, fresh.id, item.posicao, item.produto_id, item.quantidade, item.valor_unitario, item.valor_total
    from rows from (json_to_recordset(p_itens)
      as (produto_id text, quantidade numeric, valor_unitario numeric, valor_total numeric))
      with ordinality as item (produto_id, quantidade, valor_unitario, valor_total, posicao);
  perform count_in_sale_mark(p_empresa_id, fresh.id, 1);

  select row_to_json(shown) into reply from (
    select fresh.id, fresh.pedido, fresh.data, fresh.cliente_id, fresh.representada_id, fresh.status,
      trim_scale(fresh.valor_total) as valor_total, p_itens as itens, iso8601(fresh.created_at) as created_at
  ) shown;
  perform keep_created(p_empresa_id, p_key, p_fingerprint, reply);
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
