-- Every table leads with empresa_id, so that companies can be spread over databases later.
create table representada (
  empresa_id uuid not null,
  id uuid not null default uuidv7(),
  nome text not null,
  cnpj text not null,
  email text not null,
  telefone text not null,
  endereco text not null,
  cidade text not null,
  estado text not null,
  contato text not null,
  observacao text not null,
  comissao numeric(9, 6) not null check (comissao between 0 and 100),
  ativo boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,

  -- The owner's side of the reference protocol (libs/references/README.md).
  nome_revision int not null default 0,
  rename_pending boolean not null default false,
  delete_epoch int not null default 0,
  delete_pending boolean not null default false,
  pending_since timestamptz,

  -- What a search looks through. The separators cannot be typed into a name by accident; the CNPJ comes last and has
  -- its own, so that a pattern can ask for it alone.
  search_text text not null generated always as (
    extensions.fold(nome || e'\x1f' || cidade || e'\x1e' || cnpj)
  ) stored,

  constraint representada_pkey primary key (empresa_id, id)
);

-- Without a CNPJ nothing is a duplicate.
create unique index representada_cnpj_key on representada (empresa_id, cnpj) where cnpj <> '';
create index representada_ativo on representada (empresa_id, ativo, id);
-- Every search reads what is still pending, up to 4 MB unless told otherwise: 9.5 ms against 1 ms.
create index representada_search on representada using gin (empresa_id, search_text extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 64);
create index representada_unfinished on representada (pending_since) where delete_pending or rename_pending;

-- One row per company: how many representadas it has, and how many of them are active, so that lists need not count.
create table representada_counter (
  empresa_id uuid primary key,
  total bigint not null default 0,
  active bigint not null default 0
) with (fillfactor = 20);

create table product (
  empresa_id uuid not null,
  id text not null,
  nome text not null,
  descricao text,
  preco numeric(15, 6) not null check (preco >= 0),
  ativo boolean not null,
  representada_id uuid,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  search_text text not null generated always as (
    extensions.fold(id || e'\x1f' || nome || e'\x1f' || coalesce(descricao, ''))
  ) stored,
  -- The caller's choice, and unique in the whole system, not only in the company (contract, "Product").
  constraint product_pkey primary key (id),
  constraint product_representada_fkey foreign key (empresa_id, representada_id) references representada
);

create index product_representada on product (empresa_id, representada_id) where representada_id is not null;
create index product_newest on product (empresa_id, created_at desc, id desc);
create index product_search on product using gin (empresa_id, search_text extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 64);

create table product_counter (
  empresa_id uuid primary key,
  total bigint not null default 0,
  active bigint not null default 0
) with (fillfactor = 20);

-- A representada as replies show it.
create function representada_record(shown representada) returns text language sql stable as $$
  select row_to_json(reply)::text from (
    select shown.id, shown.nome, shown.cnpj, shown.email, shown.telefone, shown.endereco, shown.cidade, shown.estado,
      shown.contato, shown.observacao, trim_scale(shown.comissao) as comissao, shown.ativo,
      iso8601(shown.created_at) as created_at, iso8601(shown.updated_at) as updated_at
  ) reply
$$;

-- A product as replies show it. The contract has no `representada_id`: only a product that has one shows it.
create function product_record(shown product) returns text language sql stable as $$
  select case when shown.representada_id is null
    then (
      select row_to_json(reply)::text from (
        select shown.id, shown.nome, shown.descricao, trim_scale(shown.preco) as preco, shown.ativo,
          iso8601(shown.created_at) as created_at, iso8601(shown.updated_at) as updated_at
      ) reply)
    else (
      select row_to_json(reply)::text from (
        select shown.id, shown.nome, shown.descricao, trim_scale(shown.preco) as preco, shown.ativo,
          iso8601(shown.created_at) as created_at, iso8601(shown.updated_at) as updated_at, shown.representada_id
      ) reply)
  end
$$;

create function create_product(
  p_empresa_id uuid, p_product jsonb, p_key text, p_fingerprint bytea, out reply text
) language plpgsql as $$
declare
  fresh product := jsonb_populate_record(null::product, p_product);
begin
  perform claim_key(p_empresa_id, p_key);
  insert into product_counter as existing (empresa_id, total, active)
    values (p_empresa_id, 1, fresh.ativo::int)
    on conflict (empresa_id) do update
      set total = existing.total + 1, active = existing.active + excluded.active;

  -- Read under the lock, so that it grows in the order in which products appear.
  fresh.created_at := clock_timestamp();
  insert into product (empresa_id, id, nome, descricao, preco, ativo, representada_id, created_at, updated_at)
    values (p_empresa_id, fresh.id, fresh.nome, fresh.descricao, fresh.preco, fresh.ativo, fresh.representada_id,
      fresh.created_at, fresh.created_at)
    returning * into fresh;
  reply := product_record(fresh);
  perform keep_created(p_empresa_id, p_key, p_fingerprint, reply);
end $$;

-- Changes the fields that are in p_changes, and no others. Null when there is no such product.
create function update_product(p_empresa_id uuid, p_id text, p_changes jsonb) returns text language plpgsql as $$
declare
  before product;
  after product;
begin
  if p_changes ? 'ativo' then
    perform from product_counter where empresa_id = p_empresa_id for update;
  end if;
  select * into before from product where empresa_id = p_empresa_id and id = p_id for no key update;
  if not found then return null; end if;

  after := jsonb_populate_record(before, p_changes);
  if after.ativo <> before.ativo then
    update product_counter set active = active + after.ativo::int - before.ativo::int where empresa_id = p_empresa_id;
  end if;
  update product set
    nome = after.nome, descricao = after.descricao, preco = after.preco, ativo = after.ativo,
    representada_id = after.representada_id, updated_at = greatest(now(), before.updated_at + interval '1 ms')
    where empresa_id = p_empresa_id and id = p_id
    returning * into after;
  return product_record(after);
end $$;

-- The counter row is locked first here, as in the update and the delete, so that no two of them wait for each other;
-- ids are given under that lock, so that they grow in the order in which records appear.
-- With a key, the answer is kept together with the record, so that after a crash there are both or none.
create function create_representada(
  p_empresa_id uuid, p_representada jsonb, p_key text, p_fingerprint bytea, out reply text
) language plpgsql as $$
declare
  fresh representada := jsonb_populate_record(null::representada, p_representada);
begin
  perform claim_key(p_empresa_id, p_key);
  insert into representada_counter as existing (empresa_id, total, active)
    values (p_empresa_id, 1, fresh.ativo::int)
    on conflict (empresa_id) do update
      set total = existing.total + 1, active = existing.active + excluded.active;

  fresh.id := uuidv7();
  fresh.created_at := uuid_extract_timestamp(fresh.id);
  insert into representada (
    empresa_id, id, nome, cnpj, email, telefone, endereco, cidade, estado, contato, observacao, comissao, ativo,
    created_at, updated_at
  ) values (
    p_empresa_id, fresh.id, fresh.nome, fresh.cnpj, fresh.email, fresh.telefone, fresh.endereco, fresh.cidade,
    fresh.estado, fresh.contato, fresh.observacao, fresh.comissao, fresh.ativo, fresh.created_at, fresh.created_at
  ) returning * into fresh;
  reply := representada_record(fresh);
  perform keep_created(p_empresa_id, p_key, p_fingerprint, reply);
end $$;

-- Changes the fields that are in p_changes, and no others. A new name stays pending until sales has heard of it.
create function update_representada(p_empresa_id uuid, p_id uuid, p_changes jsonb) returns setof representada
language plpgsql as $$
declare
  before representada;
  after representada;
  renamed boolean;
begin
  if p_changes ? 'ativo' then
    perform from representada_counter where empresa_id = p_empresa_id for update;
  end if;
  select * into before from representada where empresa_id = p_empresa_id and id = p_id for no key update;
  if not found then return; end if;

  after := jsonb_populate_record(before, p_changes);
  renamed := after.nome <> before.nome;
  if after.ativo <> before.ativo then
    update representada_counter set active = active + after.ativo::int - before.ativo::int
      where empresa_id = p_empresa_id;
  end if;
  return query
    update representada set
      nome = after.nome, cnpj = after.cnpj, email = after.email, telefone = after.telefone, endereco = after.endereco,
      cidade = after.cidade, estado = after.estado, contato = after.contato, observacao = after.observacao,
      comissao = after.comissao, ativo = after.ativo,
      updated_at = greatest(now(), before.updated_at + interval '1 ms'),
      nome_revision = before.nome_revision + renamed::int,
      rename_pending = before.rename_pending or renamed,
      pending_since = case when renamed then now() else before.pending_since end
    where empresa_id = p_empresa_id and id = p_id
    returning *;
end $$;

-- The last step of a delete: only the attempt that still holds the record may take it, and products that use it refuse
-- it. One that appears after they were counted is found by the foreign key; then they are counted again.
create function delete_representada(
  p_empresa_id uuid, p_id uuid, p_epoch int, out removed boolean, out products bigint
) language plpgsql as $$
declare
  gone representada;
begin
  perform from representada_counter where empresa_id = p_empresa_id for update;
  loop
    removed := false;
    select count(*) into products from product where empresa_id = p_empresa_id and representada_id = p_id;
    exit when products > 0;
    begin
      delete from representada
        where empresa_id = p_empresa_id and id = p_id and delete_epoch = p_epoch and delete_pending
        returning * into gone;
      removed := found;
      exit;
    exception when foreign_key_violation then
      continue;
    end;
  end loop;
  if removed then
    update representada_counter set total = total - 1, active = active - gone.ativo::int
      where empresa_id = p_empresa_id;
  end if;
end $$;
