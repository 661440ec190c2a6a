-- The same records in one schema, with the foreign keys that one schema can have.
create table empresa (
  id uuid primary key default uuidv7(),
  nome text not null,
  ativa boolean not null default true,
  fuso_horario text not null default 'America/Sao_Paulo',
  requisicoes_por_segundo int,
  rajada int,
  criada_em timestamptz(3) not null default now(),
  atualizada_em timestamptz(3) not null default now()
);

create table api_key (
  id uuid primary key default uuidv7(),
  empresa_id uuid not null references empresa,
  prefixo text not null,
  hash bytea not null unique check (octet_length(hash) = 32),
  escopo text not null default 'write',
  criada_em timestamptz(3) not null default now(),
  expira_em timestamptz(3),
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
create index client_search on client using gin ((empresa_id::text), search_text extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 64);

create table client_counter (
  empresa_id uuid primary key,
  last_codigo bigint not null
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

-- As in the services' migrations: until there are real statistics, plan as if one company had everything.
select pg_restore_attribute_stats(
  'schemaname', current_schema::text, 'relname', name, 'attname', 'empresa_id', 'inherited', false,
  'version', 180000, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 1::real, 'correlation', 1::real
) from unnest(array['client', 'representada', 'sale']) name;
