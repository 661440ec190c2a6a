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

  -- The owner's side of the reference protocol (libs/records/README.md).
  nome_revision int not null default 0,
  rename_pending boolean not null default false,
  delete_epoch int not null default 0,
  delete_pending boolean not null default false,
  pending_since timestamptz,

  -- The text that searches look through. The separators keep a match within one field. The CNPJ comes last and has its
  -- own separator, so that a pattern can ask for it alone.
  search_text text not null generated always as (
    extensions.fold(nome || e'\x1f' || cidade || e'\x1e' || cnpj)
  ) stored,

  constraint representada_pkey primary key (empresa_id, id)
);

-- Records without a CNPJ are no duplicates.
create unique index representada_cnpj_key on representada (empresa_id, cnpj) where cnpj <> '';
create index representada_ativo on representada (empresa_id, ativo, id);
-- By empresa_id::text, which no other index has: a search cannot be planned as a scan of the company's records.
-- Each search also reads the pending list, whose default limit of 4 MB makes it ten times slower.
create index representada_search on representada using gin ((empresa_id::text), search_text extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 64);
create index representada_unfinished on representada (pending_since) where delete_pending or rename_pending;

-- Until there are real statistics, plan as if one company had everything, in the order of its ids. Without this, an
-- empty table's plans may use an index that only narrows a query down to its company, or sort all of the company's
-- records; and a plan stays with its connection while the table grows. The plan tests cover it.
select pg_restore_attribute_stats(
  'schemaname', current_schema::text, 'relname', 'representada', 'attname', 'empresa_id', 'inherited', false,
  'version', 180000, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 1::real, 'correlation', 1::real
);

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

create index product_newest on product (empresa_id, created_at desc, id desc);
create index product_ativo on product (empresa_id, ativo, created_at desc, id desc);
create index product_representada on product (empresa_id, representada_id, created_at desc, id desc)
  where representada_id is not null;
create index product_search on product using gin ((empresa_id::text), search_text extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 64);

-- As for representadas.
select pg_restore_attribute_stats(
  'schemaname', current_schema::text, 'relname', 'product', 'attname', 'empresa_id', 'inherited', false,
  'version', 180000, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 1::real, 'correlation', 1::real
);
