-- Every table leads with empresa_id, so that companies can be spread over databases later.
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

  -- The owner's side of the reference protocol (libs/records/README.md).
  nome_revision int not null default 0,
  rename_pending boolean not null default false,
  delete_epoch int not null default 0,
  delete_pending boolean not null default false,
  pending_since timestamptz,

  -- The text that searches look through. The separator keeps a match within one field.
  search_text text not null generated always as (
    extensions.fold(nome || e'\x1f' || codigo || e'\x1f' || cidade || e'\x1f' || email)
  ) stored,

  constraint client_pkey primary key (empresa_id, id),
  constraint client_codigo_key unique (empresa_id, codigo)
);

create unique index client_email_key on client (lower(email));
-- By empresa_id::text, which no other index has: a search cannot be planned as a scan of the company's records.
-- Each search also reads the pending list, whose default limit of 4 MB makes it ten times slower.
create index client_search on client using gin ((empresa_id::text), search_text extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 64);
create index client_unfinished on client (pending_since) where delete_pending or rename_pending;

-- Until there are real statistics, plan as if one company had everything, in the order of its ids. Without this, an
-- empty table's plans may use an index that only narrows a query down to its company, or sort all of the company's
-- records; and a plan stays with its connection while the table grows. The plan tests cover it.
select pg_restore_attribute_stats(
  'schemaname', current_schema::text, 'relname', 'client', 'attname', 'empresa_id', 'inherited', false,
  'version', 180000, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 1::real, 'correlation', 1::real
);

-- The last generated code of a company.
create table client_counter (
  empresa_id uuid primary key,
  last_codigo bigint not null
) with (fillfactor = 20);
