-- The same records in one schema, with the foreign keys that one schema can have.
create table empresa (
  id uuid primary key default uuidv7(),
  nome text not null,
  ativa boolean not null default true,
  time_zone text not null default 'America/Sao_Paulo',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table api_key (
  id uuid primary key default uuidv7(),
  empresa_id uuid not null references empresa,
  prefix text not null,
  hash bytea not null unique check (octet_length(hash) = 32),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  revoked_at timestamptz(3)
);

create table client (
  empresa_id uuid not null,
  id uuid not null default uuidv7(),
  codigo text not null,
  nome text not null,
  cnpj_cpf text,
  email text not null,
  telefone text not null,
  endereco text,
  bairro text not null default '',
  cidade text not null,
  estado text not null,
  observacao text not null default '',
  ativo boolean not null,
  segunda boolean not null default false,
  terca boolean not null default false,
  quarta boolean not null default false,
  quinta boolean not null default false,
  sexta boolean not null default false,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  search_text text not null generated always as (
    extensions.fold(nome || e'\x1f' || codigo || e'\x1f' || cidade || e'\x1f' || email)
  ) stored,
  constraint client_pkey primary key (empresa_id, id),
  constraint client_codigo_key unique (empresa_id, codigo)
);
create unique index client_email_key on client (lower(email));
create index client_search on client using gin (empresa_id, search_text extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 64);

create table client_counter (
  empresa_id uuid primary key,
  total bigint not null default 0,
  last_codigo bigint not null default 0
) with (fillfactor = 20);

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
  comissao numeric(9, 6) not null,
  ativo boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint representada_pkey primary key (empresa_id, id)
);

create table representada_counter (
  empresa_id uuid primary key,
  total bigint not null default 0,
  active bigint not null default 0
) with (fillfactor = 20);

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
  constraint sale_pedido_key unique (empresa_id, pedido),
  constraint sale_client_fkey foreign key (empresa_id, cliente_id) references client,
  constraint sale_representada_fkey foreign key (empresa_id, representada_id) references representada
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

create table sale_counter (
  empresa_id uuid not null,
  ano int not null,
  total bigint not null default 0,
  last_pedido bigint not null default 0,
  constraint sale_counter_pkey primary key (empresa_id, ano)
) with (fillfactor = 20);

create function create_client(p_empresa_id uuid, p_client jsonb, p_key text, p_fingerprint bytea, out reply text)
language plpgsql as $$
declare
  counter client_counter;
  fresh client := jsonb_populate_record(null::client, p_client);
  generated int := (fresh.codigo is null)::int;
begin
  perform claim_key(p_empresa_id, p_key);
  insert into client_counter as existing (empresa_id, total, last_codigo) values (p_empresa_id, 1, generated)
    on conflict (empresa_id) do update
      set total = existing.total + 1, last_codigo = existing.last_codigo + generated
    returning * into counter;
  if generated = 1 then
    loop
      fresh.codigo := 'CLI' || lpad(counter.last_codigo::text, greatest(4, length(counter.last_codigo::text)), '0');
      exit when not exists (select from client where empresa_id = p_empresa_id and codigo = fresh.codigo);
      update client_counter set last_codigo = last_codigo + 1 where empresa_id = p_empresa_id
        returning * into counter;
    end loop;
  end if;
  fresh.id := uuidv7();
  fresh.created_at := uuid_extract_timestamp(fresh.id);
  insert into client (
    empresa_id, id, codigo, nome, cnpj_cpf, email, telefone, endereco, cidade, estado, ativo, created_at, updated_at
  ) values (
    p_empresa_id, fresh.id, fresh.codigo, fresh.nome, fresh.cnpj_cpf, fresh.email, fresh.telefone, fresh.endereco,
    fresh.cidade, fresh.estado, fresh.ativo, fresh.created_at, fresh.created_at
  );
  select row_to_json(shown) into reply from (
    select fresh.id, fresh.codigo, fresh.nome, fresh.cnpj_cpf, fresh.email, fresh.telefone, fresh.endereco,
      fresh.cidade, fresh.estado, fresh.ativo,
      iso8601(fresh.created_at) as created_at, iso8601(fresh.created_at) as updated_at
  ) shown;
  perform keep_created(p_empresa_id, p_key, p_fingerprint, reply);
end $$;

-- The foreign keys see to it that client and representada exist and stay; only whether the client is active is asked.
create function create_sale(
  p_empresa_id uuid, p_ano int, p_sale jsonb, p_itens json, p_key text, p_fingerprint bytea, out reply text
) language plpgsql as $$
declare
  fresh sale := jsonb_populate_record(null::sale, p_sale);
  generated int := (fresh.pedido is null)::int;
  number bigint;
begin
  perform claim_key(p_empresa_id, p_key);
  perform from client where empresa_id = p_empresa_id and id = fresh.cliente_id and ativo;
  if not found then
    raise exception 'no such active client' using errcode = 'foreign_key_violation', constraint = 'sale_client_fkey';
  end if;

  insert into sale_counter as existing (empresa_id, ano, total, last_pedido) values (p_empresa_id, p_ano, 1, generated)
    on conflict (empresa_id, ano) do update
      set total = existing.total + 1, last_pedido = existing.last_pedido + generated
    returning last_pedido into number;
  if generated = 1 then
    loop
      fresh.pedido := format('PED-%s-%s', p_ano, lpad(number::text, greatest(4, length(number::text)), '0'));
      exit when not exists (select from sale where empresa_id = p_empresa_id and pedido = fresh.pedido);
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

  select row_to_json(shown) into reply from (
    select fresh.id, fresh.pedido, fresh.data, fresh.cliente_id, fresh.representada_id, fresh.status,
      trim_scale(fresh.valor_total) as valor_total, p_itens as itens, iso8601(fresh.created_at) as created_at
  ) shown;
  perform keep_created(p_empresa_id, p_key, p_fingerprint, reply);
end $$;

create function delete_sale(p_empresa_id uuid, p_id uuid) returns boolean language plpgsql as $$
declare
  newest int;
begin
  perform from sale_counter where empresa_id = p_empresa_id order by ano for update;
  delete from sale where empresa_id = p_empresa_id and id = p_id;
  if not found then return false; end if;
  select max(ano) into newest from sale_counter where empresa_id = p_empresa_id;
  update sale_counter set total = total - 1 where empresa_id = p_empresa_id and ano = newest;
  return true;
end $$;
