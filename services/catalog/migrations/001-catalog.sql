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
  -- Null: the law's rule (when the client has paid, by the 15th of the next month) applies.
  comissao_quando text check (comissao_quando in ('recebimento', 'faturamento')),
  comissao_dia smallint check (comissao_dia between 1 and 31),
  ativo boolean not null,
  id_externo text,
  codigo text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Raised by every change of the record (ETag).
  version int not null default 1,
  -- The company's number of the last change (changes feed).
  change bigint not null,

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
-- Leaves room for the next version of a record in its page: an update that changes no indexed column then writes no index.
) with (fillfactor = 90);

-- Records without a CNPJ are no duplicates.
create unique index representada_cnpj_key on representada (empresa_id, cnpj) where cnpj <> '';
create unique index representada_id_externo_key on representada (empresa_id, id_externo) where id_externo is not null;
create unique index representada_codigo_key on representada (empresa_id, codigo) where codigo is not null;
create index representada_ativo on representada (empresa_id, ativo, id);
-- By empresa_id::text, which no other index has: a search cannot be planned as a scan of the company's records.
-- Each search also reads the pending list, whose default limit of 4 MB makes it ten times slower.
create index representada_search on representada using gin ((empresa_id::text), search_text extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 64);
create index representada_unfinished on representada (pending_since) where delete_pending or rename_pending;
-- The order of names: those of search_text, without case and accents. Folding a text costs ten times as much as cutting it
-- out. The beginning of a name suffices, and always fits into an index.
create index representada_nome on representada
  (empresa_id, (left(split_part(search_text, e'\x1f', 1), 100) collate "C"), id);
-- Few records are inactive. Of an index that also has the others, the planner cannot know that without statistics.
create index representada_inactive on representada (empresa_id, id) where not ativo;

create trigger representada_note_change after insert or delete or update of change on representada
  for each row execute function note_change('representada');

create table product (
  empresa_id uuid not null,
  -- Within which ids are unique: set when the product is created, and when its company moves to another one.
  register_id uuid not null,
  id text not null,
  nome text not null,
  descricao text,
  preco numeric(15, 6) not null check (preco >= 0),
  ativo boolean not null,
  representada_id uuid,
  -- The product's own rate wins over its representada's. Null: it has none.
  comissao numeric(9, 6) check (comissao between 0 and 100),
  id_externo text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version int not null default 1,
  change bigint not null,
  search_text text not null generated always as (
    extensions.fold(id || e'\x1f' || nome || e'\x1f' || coalesce(descricao, ''))
  ) stored,
  constraint product_pkey primary key (empresa_id, id),
  constraint product_representada_fkey foreign key (empresa_id, representada_id) references representada
) with (fillfactor = 90);

-- The caller's choice, and unique in the whole system, not only in the company (contract, "Product").
create unique index product_id_key on product (register_id, id);
create unique index product_id_externo_key on product (empresa_id, id_externo) where id_externo is not null;
create index product_newest on product (empresa_id, created_at desc, id desc);
create index product_ativo on product (empresa_id, ativo, created_at desc, id desc);
create index product_search on product using gin ((empresa_id::text), search_text extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 64);
create index product_nome on product (empresa_id, (left(split_part(search_text, e'\x1f', 2), 100) collate "C"), id);
create index product_inactive on product (empresa_id, created_at desc, id desc) where not ativo;
-- One direction for all columns, so that a filter can be read as a range.
create index product_of_representada on product (empresa_id, representada_id, created_at, id)
  where representada_id is not null;

create trigger product_set_register before insert on product for each row execute function set_register();
create trigger product_note_change after insert or delete or update of change on product
  for each row execute function note_change('product');

-- Until there are real statistics, plan as if one company had everything, in the order of its ids. Without this, an
-- empty table's plans may use an index that only narrows a query down to its company, or sort all of the company's
-- records; and a plan stays with its connection while the table grows. The plan tests cover it.
select pg_restore_attribute_stats(
  'schemaname', current_schema::text, 'relname', name, 'attname', 'empresa_id', 'inherited', false,
  'version', 180000, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 1::real, 'correlation', 1::real
) from (values ('representada'), ('product')) planned (name);
