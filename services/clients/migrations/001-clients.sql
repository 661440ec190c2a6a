-- Every table leads with empresa_id, so that companies can be spread over databases later.
create table client (
  empresa_id uuid not null,
  -- Within which emails are unique: set when the client is created, and when its company moves to another one.
  register_id uuid not null,
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
  id_externo text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Raised by every change of the client (ETag).
  version int not null default 1,
  -- The company's number of the last change (changes feed).
  change bigint not null,

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
-- Leaves room for the next version of a client in its page: an update that changes no indexed column then writes no index.
) with (fillfactor = 90);

create unique index client_email_key on client (register_id, lower(email));
create unique index client_id_externo_key on client (empresa_id, id_externo) where id_externo is not null;
-- By empresa_id::text, which no other index has: a search cannot be planned as a scan of the company's records.
-- Each search also reads the pending list, whose default limit of 4 MB makes it ten times slower.
create index client_search on client using gin ((empresa_id::text), search_text extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 64);
create index client_unfinished on client (pending_since) where delete_pending or rename_pending;

-- Indexes of the list's filters and orders. Each ends with the id, so that a page is a walk along the index.
-- Names and cities are those of search_text, without case and accents: folding a text costs ten times as much as cutting
-- it out. The beginning of a name suffices, and always fits into an index.
create index client_nome on client (empresa_id, (left(split_part(search_text, e'\x1f', 1), 100) collate "C"), id);
create index client_estado on client (empresa_id, estado, id);
create index client_cidade on client (empresa_id, (split_part(search_text, e'\x1f', -2) collate "C"), id);
create index client_telefone on client (empresa_id, telefone, id);
create index client_cnpj_cpf on client (empresa_id, cnpj_cpf, id) where cnpj_cpf is not null;

-- Most clients are active, and few are served on a given day: these indexes hold the others only.
create index client_inactive on client (empresa_id, id) where not ativo;
create index client_segunda on client (empresa_id, id) where segunda;
create index client_terca on client (empresa_id, id) where terca;
create index client_quarta on client (empresa_id, id) where quarta;
create index client_quinta on client (empresa_id, id) where quinta;
create index client_sexta on client (empresa_id, id) where sexta;

-- The clients of a state or a city by name. `|| ''` makes an expression that no other index has. Otherwise the planner may choose
-- client_estado or client_cidade, and sort all matches.
create index client_estado_nome on client
  (empresa_id, (estado || ''), (left(split_part(search_text, e'\x1f', 1), 100) collate "C"), id);
create index client_cidade_nome on client
  (empresa_id, (split_part(search_text, e'\x1f', -2) || '' collate "C"),
   (left(split_part(search_text, e'\x1f', 1), 100) collate "C"), id);

create trigger client_set_register before insert on client for each row execute function set_register();
create trigger client_note_change after insert or delete or update of change on client
  for each row execute function note_change('client');

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
