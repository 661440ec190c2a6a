-- The schema and some rows of release 1.0.0. Written by upgrade.test.ts (CONTRIBUTING.md, "To change a schema").
set check_function_bodies = off;

reset role; set role gateway; set search_path = gateway, extensions;
create table if not exists applied_sql (
  name text primary key, checksum text not null, applied_at timestamptz not null default now()
);

-- records/migrations/001-records.sql
-- Numbers the changes of a company's records in commit order. The row stays locked until the writing transaction commits,
-- so whoever sees change 10 also sees every change before it.
create table change_sequence (
  empresa_id uuid primary key,
  last bigint not null default 0,
  -- Tombstones up to this change were removed: a follower that has not read them yet must start again.
  pruned bigint not null default 0
) with (fillfactor = 20);

-- Deleted records, for followers of the changes feed. Kept for 90 days.
create table tombstone (
  empresa_id uuid not null,
  resource text not null,
  change bigint not null,
  id text not null,
  deleted_at timestamptz(3) not null default now(),
  constraint tombstone_pkey primary key (empresa_id, resource, change)
);

create index tombstone_age on tombstone (deleted_at);

-- The newest change of each record, kept by a trigger of its table. An index on the record's own `change` would make every
-- update of a record write all its indexes: none of them allows a heap-only update then. Empty in sales, which has that index.
create table current_change (
  empresa_id uuid not null,
  resource text not null,
  change bigint not null,
  id text not null,
  updated_at timestamptz(3) not null,
  constraint current_change_pkey primary key (empresa_id, resource, change)
);

-- How many records of a kind a company has, and how many of them are active, so that lists need not count.
create table record_counter (
  empresa_id uuid not null,
  resource text not null,
  total bigint not null default 0,
  active bigint not null default 0,
  constraint record_counter_pkey primary key (empresa_id, resource)
) with (fillfactor = 20);

-- For a trigger `after insert or delete or update of change`, with the resource as its argument. With a search path of its
-- own: an administrator who writes to the table may have another.
create function note_change() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op <> 'INSERT' then
    delete from current_change where empresa_id = old.empresa_id and resource = tg_argv[0] and change = old.change;
  end if;
  if tg_op <> 'DELETE' then
    insert into current_change (empresa_id, resource, change, id, updated_at)
      values (new.empresa_id, tg_argv[0], new.change, new.id::text, new.updated_at);
  end if;
  return null;
end $$;

-- Companies with a register of their own (docs/companies-and-keys.md): what is unique among all others is unique within each of them.
create table own_register (
  empresa_id uuid primary key
);

-- The register of a company: its own, or the one that all others share.
create function register_of(p_empresa_id uuid) returns uuid language sql stable set search_path from current as $$
  select coalesce((select empresa_id from own_register where empresa_id = p_empresa_id), '00000000-0000-0000-0000-000000000000');
$$;

-- For a trigger `before insert`. A writer has locked the company's sequence by then, as a move to another register does.
create function set_register() returns trigger language plpgsql set search_path from current as $$
begin
  new.register_id := register_of(new.empresa_id);
  return new;
end $$;

-- Who changed which record, when. The entries of a company form a chain: each hash covers the entry's bytes and the hash
-- before it. So an entry that is changed or removed later no longer fits the entries after it.
create table audit_entry (
  empresa_id uuid not null,
  -- The change's number in the company's sequence. The lock of the sequence orders the chain.
  numero bigint not null,
  em timestamptz(3) not null,
  recurso text not null,
  registro_id text not null,
  chave_id uuid,
  -- JSON, as it was hashed.
  entry text not null,
  hash bytea not null,
  constraint audit_entry_pkey primary key (empresa_id, numero)
);

-- One index for each filter, each in the order of the numbers: a page reads its own entries only.
create index audit_entry_record on audit_entry (empresa_id, registro_id, numero);
create index audit_entry_resource on audit_entry (empresa_id, recurso, numero);
create index audit_entry_key on audit_entry (empresa_id, chave_id, numero);
create index audit_entry_time on audit_entry (empresa_id, em, numero);
-- What a key did to one resource: without it, a page may read everything that the key did. As one text, which no other index has:
-- of two indexes that begin with the key, the planner might take the other one.
create index audit_entry_key_resource on audit_entry (empresa_id, (chave_id::text || ' ' || recurso), numero);

-- Entries up to this number were removed because of their age. The hash is that of the last one removed: the chain goes on
-- from it. The signature shows that the service removed them.
create table audit_checkpoint (
  empresa_id uuid primary key,
  numero bigint not null,
  hash bytea not null,
  -- When that entry was written, in ISO 8601. An exported head that is younger shows that the chain was written anew with old
  -- times, so that retention removes it.
  em text not null,
  signature bytea not null
);

-- Answers to requests with an Idempotency-Key. Every service has this table in its own schema, because the answer is
-- written in the transaction that writes the record: after a crash both are there, or neither.
create table kept_answer (
  empresa_id uuid not null,
  key text not null,
  -- Of the path and the body: the same key with another request is a mistake of the caller.
  fingerprint bytea not null,
  status int not null,
  -- The values of the created record, or the error. The route's serializer renders them again.
  record jsonb not null,
  created_at timestamptz not null default now(),
  constraint kept_answer_pkey primary key (empresa_id, key)
);

create index kept_answer_age on kept_answer (created_at);
-- Finds the oldest refusals of a company.
create index kept_answer_refusals on kept_answer (empresa_id, created_at) where status >= 400;

-- Until there are real statistics: answers are stored in the order of their age, so old ones are read by the index.
select pg_restore_attribute_stats(
  'schemaname', current_schema::text, 'relname', 'kept_answer', 'attname', 'created_at', 'inherited', false,
  'version', 180000, 'null_frac', 0::real, 'avg_width', 8, 'n_distinct', '-1'::real, 'correlation', 1::real
);
insert into applied_sql (name, checksum) values ('records/migrations/001-records.sql', '04625a270d679b99ad8330080f8a17c494ce167a9597a9fe3c3769e0191b3253');

-- gateway/migrations/001-gateway.sql
create table empresa (
  id uuid primary key default uuidv7(),
  nome text not null,
  ativa boolean not null default true,
  fuso_horario text not null default 'America/Sao_Paulo',
  -- Null: the gateway's own limits (RATE_LIMIT, RATE_BURST).
  requisicoes_por_segundo int check (requisicoes_por_segundo between 1 and 100000),
  rajada int check (rajada between 1 and 1000000),
  registro_proprio boolean not null default false,
  criada_em timestamptz(3) not null default now(),
  atualizada_em timestamptz(3) not null default now()
);

-- The key itself is shown once, when it is issued, and kept nowhere: `prefixo` is enough for people to tell keys apart.
create table api_key (
  id uuid primary key default uuidv7(),
  empresa_id uuid not null references empresa,
  prefixo text not null,
  hash bytea not null unique check (octet_length(hash) = 32),
  rotulo text not null default '',
  escopo text not null default 'write' check (escopo in ('read', 'write', 'admin')),
  criada_em timestamptz(3) not null default now(),
  expira_em timestamptz(3),
  revoked_at timestamptz(3),
  -- To the minute; written in batches.
  ultimo_uso timestamptz(3),
  -- Of a key that was rotated: `expira_em` is the end of its overlap, this is when it would have expired. Null: never.
  is_rotated boolean not null default false,
  unrotated_expires_at timestamptz
);

create index api_key_empresa on api_key (empresa_id);
create index api_key_prefixo on api_key (prefixo);
insert into applied_sql (name, checksum) values ('gateway/migrations/001-gateway.sql', 'fbdbfe8fdf88c16d7e37c0e0a9d977ed11cc8623bb7f6d3cc28a72cdf08dfd5b');

reset role; set role sales; set search_path = sales, extensions;
create table if not exists applied_sql (
  name text primary key, checksum text not null, applied_at timestamptz not null default now()
);

-- records/migrations/001-records.sql
-- Numbers the changes of a company's records in commit order. The row stays locked until the writing transaction commits,
-- so whoever sees change 10 also sees every change before it.
create table change_sequence (
  empresa_id uuid primary key,
  last bigint not null default 0,
  -- Tombstones up to this change were removed: a follower that has not read them yet must start again.
  pruned bigint not null default 0
) with (fillfactor = 20);

-- Deleted records, for followers of the changes feed. Kept for 90 days.
create table tombstone (
  empresa_id uuid not null,
  resource text not null,
  change bigint not null,
  id text not null,
  deleted_at timestamptz(3) not null default now(),
  constraint tombstone_pkey primary key (empresa_id, resource, change)
);

create index tombstone_age on tombstone (deleted_at);

-- The newest change of each record, kept by a trigger of its table. An index on the record's own `change` would make every
-- update of a record write all its indexes: none of them allows a heap-only update then. Empty in sales, which has that index.
create table current_change (
  empresa_id uuid not null,
  resource text not null,
  change bigint not null,
  id text not null,
  updated_at timestamptz(3) not null,
  constraint current_change_pkey primary key (empresa_id, resource, change)
);

-- How many records of a kind a company has, and how many of them are active, so that lists need not count.
create table record_counter (
  empresa_id uuid not null,
  resource text not null,
  total bigint not null default 0,
  active bigint not null default 0,
  constraint record_counter_pkey primary key (empresa_id, resource)
) with (fillfactor = 20);

-- For a trigger `after insert or delete or update of change`, with the resource as its argument. With a search path of its
-- own: an administrator who writes to the table may have another.
create function note_change() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op <> 'INSERT' then
    delete from current_change where empresa_id = old.empresa_id and resource = tg_argv[0] and change = old.change;
  end if;
  if tg_op <> 'DELETE' then
    insert into current_change (empresa_id, resource, change, id, updated_at)
      values (new.empresa_id, tg_argv[0], new.change, new.id::text, new.updated_at);
  end if;
  return null;
end $$;

-- Companies with a register of their own (docs/companies-and-keys.md): what is unique among all others is unique within each of them.
create table own_register (
  empresa_id uuid primary key
);

-- The register of a company: its own, or the one that all others share.
create function register_of(p_empresa_id uuid) returns uuid language sql stable set search_path from current as $$
  select coalesce((select empresa_id from own_register where empresa_id = p_empresa_id), '00000000-0000-0000-0000-000000000000');
$$;

-- For a trigger `before insert`. A writer has locked the company's sequence by then, as a move to another register does.
create function set_register() returns trigger language plpgsql set search_path from current as $$
begin
  new.register_id := register_of(new.empresa_id);
  return new;
end $$;

-- Who changed which record, when. The entries of a company form a chain: each hash covers the entry's bytes and the hash
-- before it. So an entry that is changed or removed later no longer fits the entries after it.
create table audit_entry (
  empresa_id uuid not null,
  -- The change's number in the company's sequence. The lock of the sequence orders the chain.
  numero bigint not null,
  em timestamptz(3) not null,
  recurso text not null,
  registro_id text not null,
  chave_id uuid,
  -- JSON, as it was hashed.
  entry text not null,
  hash bytea not null,
  constraint audit_entry_pkey primary key (empresa_id, numero)
);

-- One index for each filter, each in the order of the numbers: a page reads its own entries only.
create index audit_entry_record on audit_entry (empresa_id, registro_id, numero);
create index audit_entry_resource on audit_entry (empresa_id, recurso, numero);
create index audit_entry_key on audit_entry (empresa_id, chave_id, numero);
create index audit_entry_time on audit_entry (empresa_id, em, numero);
-- What a key did to one resource: without it, a page may read everything that the key did. As one text, which no other index has:
-- of two indexes that begin with the key, the planner might take the other one.
create index audit_entry_key_resource on audit_entry (empresa_id, (chave_id::text || ' ' || recurso), numero);

-- Entries up to this number were removed because of their age. The hash is that of the last one removed: the chain goes on
-- from it. The signature shows that the service removed them.
create table audit_checkpoint (
  empresa_id uuid primary key,
  numero bigint not null,
  hash bytea not null,
  -- When that entry was written, in ISO 8601. An exported head that is younger shows that the chain was written anew with old
  -- times, so that retention removes it.
  em text not null,
  signature bytea not null
);

-- Answers to requests with an Idempotency-Key. Every service has this table in its own schema, because the answer is
-- written in the transaction that writes the record: after a crash both are there, or neither.
create table kept_answer (
  empresa_id uuid not null,
  key text not null,
  -- Of the path and the body: the same key with another request is a mistake of the caller.
  fingerprint bytea not null,
  status int not null,
  -- The values of the created record, or the error. The route's serializer renders them again.
  record jsonb not null,
  created_at timestamptz not null default now(),
  constraint kept_answer_pkey primary key (empresa_id, key)
);

create index kept_answer_age on kept_answer (created_at);
-- Finds the oldest refusals of a company.
create index kept_answer_refusals on kept_answer (empresa_id, created_at) where status >= 400;

-- Until there are real statistics: answers are stored in the order of their age, so old ones are read by the index.
select pg_restore_attribute_stats(
  'schemaname', current_schema::text, 'relname', 'kept_answer', 'attname', 'created_at', 'inherited', false,
  'version', 180000, 'null_frac', 0::real, 'avg_width', 8, 'n_distinct', '-1'::real, 'correlation', 1::real
);
insert into applied_sql (name, checksum) values ('records/migrations/001-records.sql', '04625a270d679b99ad8330080f8a17c494ce167a9597a9fe3c3769e0191b3253');

-- tables/migrations/001-tables.sql
-- The rows of imports that are being read, until they are merged. Unlogged: after a crash of the server no import goes on.
create unlogged table import_row (
  import_id uuid not null,
  -- Of the file, from 1.
  line int not null,
  -- The caller's name for the record: codigo of a client, id of a product.
  key text,
  -- The record as creation would make it, null if the row is no valid creation; and the part of it that the file has a value for.
  record jsonb,
  given jsonb not null,
  -- What is wrong with the row, by field: if it is a new record, and if it changes the record that has its key.
  faults jsonb,
  change_faults jsonb,
  -- Set when the rows are matched: the id of the existing record, and whether the row changes it. Null for a new record.
  target text,
  outcome text,
  staged_at timestamptz not null default now(),
  constraint import_row_pkey primary key (import_id, line)
);

create index import_row_key on import_row (import_id, key) where key is not null;
create index import_row_age on import_row (staged_at);
insert into applied_sql (name, checksum) values ('tables/migrations/001-tables.sql', 'ca6c9cbbd790e70f917e4d236dfb730ae6dd0ee0f035540ba950aba4445ac9af');

-- sales/migrations/001-sales.sql
-- Every table leads with empresa_id, so that companies can be spread over databases later.

-- A status in its normal form. Never changed: indexes are built on it.
create function status_step(status text) returns text language sql immutable parallel safe return
  case
    when status in ('Pedido', 'AGUARDANDO PAGAMENTO', 'Em processamento') then 'aberta'
    when status in ('Faturado', 'PAGA') then 'faturada'
    when status in ('Enviado', 'ENVIADA') then 'enviada'
    when status in ('Entregue', 'ENTREGUE') then 'entregue'
    when status in ('Cancelado', 'CANCELADA') then 'cancelada'
  end;

-- An order code as people compare it: without case and spaces. Never changed: an index is built on it.
create function order_key(pedido text) returns text language sql immutable parallel safe return
  lower(translate(pedido, e' \u00a0\u2007\u202f', ''));

-- The clients and representadas that a sale ever used, or that a delete or a rename ever asked about: what sales
-- must know of records that other services own. See libs/records/README.md.
create table reference (
  empresa_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('client', 'representada')),
  nome text not null,
  -- What searches look through.
  search_text text not null generated always as (extensions.fold(nome)) stored,
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

  -- The rule and the rates of the commission, as they were when the sale was made.
  -- 'recebimento': earned when the client pays. 'faturamento': when the order is invoiced.
  comissao_quando text not null default 'recebimento',
  -- The day of the following month on which it is due.
  comissao_dia smallint not null default 15,
  -- The representada's rate, for items whose product has none.
  comissao_taxa numeric(9, 6) not null default 0,
  -- The rate of all items, or their average.
  comissao_percentual numeric(9, 6) not null default 0,
  -- The sum over the items.
  comissao numeric(15, 2) not null default 0,
  -- [{ vencimento, valor }]. Null: one instalment, at the sale's date.
  parcelas jsonb,
  -- What the client paid.
  recebido numeric(15, 2) not null default 0,
  -- When its status became paid, which counts as received in full.
  pago_em date,
  faturada_em date,
  -- The caller's own id of the sale.
  id_externo text,

  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Raised by every change of the sale (ETag).
  version int not null default 1,
  -- The company's number of the last change (changes feed).
  change bigint not null,
  search_text text not null generated always as (extensions.fold(pedido)) stored,
  constraint sale_pkey primary key (empresa_id, id),
  constraint sale_pedido_key unique (empresa_id, pedido)
);

create unique index sale_id_externo_key on sale (empresa_id, id_externo) where id_externo is not null;
-- A representada's statement writes order codes in its own way.
create index sale_order_key on sale (empresa_id, order_key(pedido));

-- Indexes of the list's filters and orders. Each ends with the id, so that a page is a walk along the index.
-- Includes the status: without it PostgreSQL would read the records to count those of a status, because it does not know that
-- the index has all that the expression needs.
create index sale_step on sale (empresa_id, status_step(status), id) include (status);
create index sale_data on sale (empresa_id, data, id);
create index sale_valor_total on sale (empresa_id, valor_total, id);
create index sale_of_cliente on sale (empresa_id, cliente_id, id);
create index sale_of_representada on sale (empresa_id, representada_id, id);

-- A client's purchases by date: the last one, and those of a year, without reading the others.
create index sale_purchase on sale (empresa_id, cliente_id, data)
  where status_step(status) <> 'cancelada';

-- What clients still owe. Most sales are created as paid and never get an entry. In a company that records no receipts every
-- sale stays open: the sum is read from the index alone.
create index sale_open on sale (empresa_id, cliente_id) include (valor_total, recebido)
  where recebido < valor_total and status_step(status) <> 'cancelada';

-- The changes feed.
create index sale_change on sale (empresa_id, change);

-- By empresa_id::text, which no other index has: a search cannot be planned as a scan of the company's records. Each search
-- also reads the pending list, hence its low limit. For sales it is higher than for names: they are created far more often
-- than searched, and with 64 kB a seventh fewer could be.
create index sale_search on sale using gin ((empresa_id::text), search_text extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 512);
create index reference_search on reference using gin ((empresa_id::text), search_text extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 64) where kind = 'client';

create table sale_item (
  empresa_id uuid not null,
  sale_id uuid not null,
  posicao int not null,
  produto_id text not null,
  quantidade numeric(15, 6) not null check (quantidade > 0),
  valor_unitario numeric(15, 6) not null check (valor_unitario > 0),
  valor_total numeric(15, 2) not null,
  -- The rate, as it was when the sale was made.
  comissao numeric(9, 6) not null default 0,
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

-- What was changed about a sale, when, with which key and why.
create table sale_history (
  empresa_id uuid not null,
  sale_id uuid not null,
  version int not null,
  alterado_em timestamptz(3) not null,
  -- Of the API key.
  chave_id uuid,
  chave_prefixo text,
  -- The changed fields, before and after.
  de jsonb not null,
  para jsonb not null,
  motivo text,
  constraint sale_history_pkey primary key (empresa_id, sale_id, version),
  constraint sale_history_sale_fkey foreign key (empresa_id, sale_id) references sale on delete cascade
);

-- What a client paid. A receipt that covers several instalments has a row for each.
create table sale_receipt (
  empresa_id uuid not null,
  sale_id uuid not null,
  id uuid not null,
  parcela int not null,
  data date not null,
  valor numeric(15, 2) not null check (valor > 0),
  -- The commission that it made due.
  comissao numeric(15, 2) not null,
  created_at timestamptz(3) not null default now(),
  constraint sale_receipt_pkey primary key (empresa_id, sale_id, id, parcela),
  constraint sale_receipt_sale_fkey foreign key (empresa_id, sale_id) references sale on delete cascade
);

-- What a representada paid.
create table commission_payment (
  empresa_id uuid not null,
  id uuid not null,
  representada_id uuid not null,
  data date not null,
  valor numeric(15, 2) not null check (valor > 0),
  referencia text not null,
  -- The digest of the month and the rows of the reconciliation that recorded it.
  conciliacao text,
  -- What is not allocated yet. Negative adjustments add to it: the sum of many amounts.
  credito numeric(21, 2) not null default 0,
  created_at timestamptz(3) not null,
  estornado_em timestamptz(3),
  constraint commission_payment_pkey primary key (empresa_id, id)
);

create index commission_payment_representada on commission_payment (empresa_id, representada_id, id);
create index commission_payment_conciliacao on commission_payment (empresa_id, representada_id, conciliacao)
  where conciliacao is not null;
-- Found again when the next payment is allocated.
create index commission_payment_credit on commission_payment (empresa_id, representada_id, data, id) where credito > 0;

-- The ledger of commissions. Entries are only ever added; their sums are the truth, and the tables below repeat them.
create table commission_entry (
  empresa_id uuid not null,
  -- One sequence per company, without gaps.
  numero bigint not null,
  tipo text not null check (tipo in ('prevista', 'devida', 'estornada', 'paga', 'ajuste')),
  representada_id uuid not null,
  -- The sale or the adjustment, and its part. Null for the credit of a payment.
  origem_id uuid,
  parte int,
  parcela int,
  receipt_id uuid,
  payment_id uuid,
  -- Of the part; for a credit, the date of the payment.
  vencimento date not null,
  percentual numeric(9, 6),
  -- What the entry adds to each sum.
  base numeric(15, 2) not null,
  prevista numeric(15, 2) not null,
  devida numeric(15, 2) not null,
  paga numeric(15, 2) not null,
  credito numeric(21, 2) not null,
  motivo text,
  created_at timestamptz(3) not null default now(),
  constraint commission_entry_pkey primary key (empresa_id, numero)
);

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger of commissions is append-only';
end $$;
create trigger commission_entry_append_only before update or delete or truncate on commission_entry
  for each statement execute function refuse_ledger_change();

-- An entry that is yet to be recorded. A type of its own, which is never altered: a row of the table that is built by
-- position fails from the moment when the table gets another column until the functions are replaced.
create type new_commission_entry as (
  tipo text,
  representada_id uuid,
  vencimento date,
  origem_id uuid,
  parte int,
  parcela int,
  receipt_id uuid,
  payment_id uuid,
  percentual numeric,
  base numeric,
  prevista numeric,
  devida numeric,
  paga numeric,
  credito numeric,
  motivo text
);

-- The sums of the entries by part. A part is what is expected for an instalment, what a receipt made due (`receipt_id`), what
-- became due at once (the whole sale, or the rest of a sale that is marked as paid), or an adjustment.
create table commission_part (
  empresa_id uuid not null,
  origem_id uuid not null,
  parte int not null,
  representada_id uuid not null,
  parcela int,
  receipt_id uuid,
  vencimento date not null,
  percentual numeric(9, 6) not null,
  base numeric(15, 2) not null,
  prevista numeric(15, 2) not null,
  devida numeric(15, 2) not null,
  paga numeric(15, 2) not null,
  motivo text,
  constraint commission_part_pkey primary key (empresa_id, origem_id, parte)
) with (fillfactor = 80);

-- Whether a part is expected, open or paid. Null: it was taken back. Never changed: indexes are built on it.
create function part_state(prevista numeric, devida numeric, paga numeric) returns text language sql immutable parallel safe return
  case when prevista <> 0 then 'prevista' when devida <> paga then 'aberta' when devida <> 0 then 'paga' end;

-- Commissions of one state by due date: a page reads its own only, however many are in the other states.
create index commission_part_state
  on commission_part (empresa_id, part_state(prevista, devida, paga), vencimento, origem_id, parte);
create index commission_part_state_representada
  on commission_part (empresa_id, representada_id, part_state(prevista, devida, paga), vencimento, origem_id, parte);
-- Negative adjustments that no payment has settled: each payment begins with them.
create index commission_part_deduction
  on commission_part (empresa_id, representada_id, vencimento, origem_id, parte) where devida < paga;

-- The sums of the entries by part and payment.
create table commission_allocation (
  empresa_id uuid not null,
  origem_id uuid not null,
  parte int not null,
  payment_id uuid not null,
  valor numeric(15, 2) not null,
  constraint commission_allocation_pkey primary key (empresa_id, origem_id, parte, payment_id)
);

-- What a payment paid, in the order in which it is shown: a list counts it in the index, and reads only what it shows.
create index commission_allocation_shown on commission_allocation (empresa_id, payment_id, origem_id, parte) where valor <> 0;

-- Monthly factors of an inflation index, loaded by the operator: overdue commissions are corrected by them
-- (Lei 4.886/65, art. 32 § 2). Of no company.
create table inflation_index (
  nome text not null,
  mes date not null,
  fator numeric(12, 8) not null check (fator > 0),
  constraint inflation_index_pkey primary key (nome, mes)
);

create aggregate product(numeric) (sfunc = numeric_mul, stype = numeric, initcond = '1');

-- Until there are real statistics, plan as if one company had everything, in the order of its ids. Without this, an
-- empty table's plans may use an index that only narrows a query down to its company, or sort all of the company's
-- records; and a plan stays with its connection while the table grows. The plan tests cover it.
select pg_restore_attribute_stats(
  'schemaname', current_schema::text, 'relname', name, 'attname', 'empresa_id', 'inherited', false,
  'version', 180000, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 1::real, 'correlation', 1::real
) from (values ('sale'), ('commission_payment'), ('commission_part')) planned (name);
insert into applied_sql (name, checksum) values ('sales/migrations/001-sales.sql', '8760c391de9a1033d49178f20c2c6dd26533f3f9bce70ff75e0a36cfbf4191cd');

reset role; set role catalog; set search_path = catalog, extensions;
create table if not exists applied_sql (
  name text primary key, checksum text not null, applied_at timestamptz not null default now()
);

-- records/migrations/001-records.sql
-- Numbers the changes of a company's records in commit order. The row stays locked until the writing transaction commits,
-- so whoever sees change 10 also sees every change before it.
create table change_sequence (
  empresa_id uuid primary key,
  last bigint not null default 0,
  -- Tombstones up to this change were removed: a follower that has not read them yet must start again.
  pruned bigint not null default 0
) with (fillfactor = 20);

-- Deleted records, for followers of the changes feed. Kept for 90 days.
create table tombstone (
  empresa_id uuid not null,
  resource text not null,
  change bigint not null,
  id text not null,
  deleted_at timestamptz(3) not null default now(),
  constraint tombstone_pkey primary key (empresa_id, resource, change)
);

create index tombstone_age on tombstone (deleted_at);

-- The newest change of each record, kept by a trigger of its table. An index on the record's own `change` would make every
-- update of a record write all its indexes: none of them allows a heap-only update then. Empty in sales, which has that index.
create table current_change (
  empresa_id uuid not null,
  resource text not null,
  change bigint not null,
  id text not null,
  updated_at timestamptz(3) not null,
  constraint current_change_pkey primary key (empresa_id, resource, change)
);

-- How many records of a kind a company has, and how many of them are active, so that lists need not count.
create table record_counter (
  empresa_id uuid not null,
  resource text not null,
  total bigint not null default 0,
  active bigint not null default 0,
  constraint record_counter_pkey primary key (empresa_id, resource)
) with (fillfactor = 20);

-- For a trigger `after insert or delete or update of change`, with the resource as its argument. With a search path of its
-- own: an administrator who writes to the table may have another.
create function note_change() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op <> 'INSERT' then
    delete from current_change where empresa_id = old.empresa_id and resource = tg_argv[0] and change = old.change;
  end if;
  if tg_op <> 'DELETE' then
    insert into current_change (empresa_id, resource, change, id, updated_at)
      values (new.empresa_id, tg_argv[0], new.change, new.id::text, new.updated_at);
  end if;
  return null;
end $$;

-- Companies with a register of their own (docs/companies-and-keys.md): what is unique among all others is unique within each of them.
create table own_register (
  empresa_id uuid primary key
);

-- The register of a company: its own, or the one that all others share.
create function register_of(p_empresa_id uuid) returns uuid language sql stable set search_path from current as $$
  select coalesce((select empresa_id from own_register where empresa_id = p_empresa_id), '00000000-0000-0000-0000-000000000000');
$$;

-- For a trigger `before insert`. A writer has locked the company's sequence by then, as a move to another register does.
create function set_register() returns trigger language plpgsql set search_path from current as $$
begin
  new.register_id := register_of(new.empresa_id);
  return new;
end $$;

-- Who changed which record, when. The entries of a company form a chain: each hash covers the entry's bytes and the hash
-- before it. So an entry that is changed or removed later no longer fits the entries after it.
create table audit_entry (
  empresa_id uuid not null,
  -- The change's number in the company's sequence. The lock of the sequence orders the chain.
  numero bigint not null,
  em timestamptz(3) not null,
  recurso text not null,
  registro_id text not null,
  chave_id uuid,
  -- JSON, as it was hashed.
  entry text not null,
  hash bytea not null,
  constraint audit_entry_pkey primary key (empresa_id, numero)
);

-- One index for each filter, each in the order of the numbers: a page reads its own entries only.
create index audit_entry_record on audit_entry (empresa_id, registro_id, numero);
create index audit_entry_resource on audit_entry (empresa_id, recurso, numero);
create index audit_entry_key on audit_entry (empresa_id, chave_id, numero);
create index audit_entry_time on audit_entry (empresa_id, em, numero);
-- What a key did to one resource: without it, a page may read everything that the key did. As one text, which no other index has:
-- of two indexes that begin with the key, the planner might take the other one.
create index audit_entry_key_resource on audit_entry (empresa_id, (chave_id::text || ' ' || recurso), numero);

-- Entries up to this number were removed because of their age. The hash is that of the last one removed: the chain goes on
-- from it. The signature shows that the service removed them.
create table audit_checkpoint (
  empresa_id uuid primary key,
  numero bigint not null,
  hash bytea not null,
  -- When that entry was written, in ISO 8601. An exported head that is younger shows that the chain was written anew with old
  -- times, so that retention removes it.
  em text not null,
  signature bytea not null
);

-- Answers to requests with an Idempotency-Key. Every service has this table in its own schema, because the answer is
-- written in the transaction that writes the record: after a crash both are there, or neither.
create table kept_answer (
  empresa_id uuid not null,
  key text not null,
  -- Of the path and the body: the same key with another request is a mistake of the caller.
  fingerprint bytea not null,
  status int not null,
  -- The values of the created record, or the error. The route's serializer renders them again.
  record jsonb not null,
  created_at timestamptz not null default now(),
  constraint kept_answer_pkey primary key (empresa_id, key)
);

create index kept_answer_age on kept_answer (created_at);
-- Finds the oldest refusals of a company.
create index kept_answer_refusals on kept_answer (empresa_id, created_at) where status >= 400;

-- Until there are real statistics: answers are stored in the order of their age, so old ones are read by the index.
select pg_restore_attribute_stats(
  'schemaname', current_schema::text, 'relname', 'kept_answer', 'attname', 'created_at', 'inherited', false,
  'version', 180000, 'null_frac', 0::real, 'avg_width', 8, 'n_distinct', '-1'::real, 'correlation', 1::real
);
insert into applied_sql (name, checksum) values ('records/migrations/001-records.sql', '04625a270d679b99ad8330080f8a17c494ce167a9597a9fe3c3769e0191b3253');

-- tables/migrations/001-tables.sql
-- The rows of imports that are being read, until they are merged. Unlogged: after a crash of the server no import goes on.
create unlogged table import_row (
  import_id uuid not null,
  -- Of the file, from 1.
  line int not null,
  -- The caller's name for the record: codigo of a client, id of a product.
  key text,
  -- The record as creation would make it, null if the row is no valid creation; and the part of it that the file has a value for.
  record jsonb,
  given jsonb not null,
  -- What is wrong with the row, by field: if it is a new record, and if it changes the record that has its key.
  faults jsonb,
  change_faults jsonb,
  -- Set when the rows are matched: the id of the existing record, and whether the row changes it. Null for a new record.
  target text,
  outcome text,
  staged_at timestamptz not null default now(),
  constraint import_row_pkey primary key (import_id, line)
);

create index import_row_key on import_row (import_id, key) where key is not null;
create index import_row_age on import_row (staged_at);
insert into applied_sql (name, checksum) values ('tables/migrations/001-tables.sql', 'ca6c9cbbd790e70f917e4d236dfb730ae6dd0ee0f035540ba950aba4445ac9af');

-- catalog/migrations/001-catalog.sql
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
insert into applied_sql (name, checksum) values ('catalog/migrations/001-catalog.sql', 'dc7806ff01db8582a352bf5f4f5890564575207b3164db847e369109d03c0d09');

reset role; set role clients; set search_path = clients, extensions;
create table if not exists applied_sql (
  name text primary key, checksum text not null, applied_at timestamptz not null default now()
);

-- records/migrations/001-records.sql
-- Numbers the changes of a company's records in commit order. The row stays locked until the writing transaction commits,
-- so whoever sees change 10 also sees every change before it.
create table change_sequence (
  empresa_id uuid primary key,
  last bigint not null default 0,
  -- Tombstones up to this change were removed: a follower that has not read them yet must start again.
  pruned bigint not null default 0
) with (fillfactor = 20);

-- Deleted records, for followers of the changes feed. Kept for 90 days.
create table tombstone (
  empresa_id uuid not null,
  resource text not null,
  change bigint not null,
  id text not null,
  deleted_at timestamptz(3) not null default now(),
  constraint tombstone_pkey primary key (empresa_id, resource, change)
);

create index tombstone_age on tombstone (deleted_at);

-- The newest change of each record, kept by a trigger of its table. An index on the record's own `change` would make every
-- update of a record write all its indexes: none of them allows a heap-only update then. Empty in sales, which has that index.
create table current_change (
  empresa_id uuid not null,
  resource text not null,
  change bigint not null,
  id text not null,
  updated_at timestamptz(3) not null,
  constraint current_change_pkey primary key (empresa_id, resource, change)
);

-- How many records of a kind a company has, and how many of them are active, so that lists need not count.
create table record_counter (
  empresa_id uuid not null,
  resource text not null,
  total bigint not null default 0,
  active bigint not null default 0,
  constraint record_counter_pkey primary key (empresa_id, resource)
) with (fillfactor = 20);

-- For a trigger `after insert or delete or update of change`, with the resource as its argument. With a search path of its
-- own: an administrator who writes to the table may have another.
create function note_change() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op <> 'INSERT' then
    delete from current_change where empresa_id = old.empresa_id and resource = tg_argv[0] and change = old.change;
  end if;
  if tg_op <> 'DELETE' then
    insert into current_change (empresa_id, resource, change, id, updated_at)
      values (new.empresa_id, tg_argv[0], new.change, new.id::text, new.updated_at);
  end if;
  return null;
end $$;

-- Companies with a register of their own (docs/companies-and-keys.md): what is unique among all others is unique within each of them.
create table own_register (
  empresa_id uuid primary key
);

-- The register of a company: its own, or the one that all others share.
create function register_of(p_empresa_id uuid) returns uuid language sql stable set search_path from current as $$
  select coalesce((select empresa_id from own_register where empresa_id = p_empresa_id), '00000000-0000-0000-0000-000000000000');
$$;

-- For a trigger `before insert`. A writer has locked the company's sequence by then, as a move to another register does.
create function set_register() returns trigger language plpgsql set search_path from current as $$
begin
  new.register_id := register_of(new.empresa_id);
  return new;
end $$;

-- Who changed which record, when. The entries of a company form a chain: each hash covers the entry's bytes and the hash
-- before it. So an entry that is changed or removed later no longer fits the entries after it.
create table audit_entry (
  empresa_id uuid not null,
  -- The change's number in the company's sequence. The lock of the sequence orders the chain.
  numero bigint not null,
  em timestamptz(3) not null,
  recurso text not null,
  registro_id text not null,
  chave_id uuid,
  -- JSON, as it was hashed.
  entry text not null,
  hash bytea not null,
  constraint audit_entry_pkey primary key (empresa_id, numero)
);

-- One index for each filter, each in the order of the numbers: a page reads its own entries only.
create index audit_entry_record on audit_entry (empresa_id, registro_id, numero);
create index audit_entry_resource on audit_entry (empresa_id, recurso, numero);
create index audit_entry_key on audit_entry (empresa_id, chave_id, numero);
create index audit_entry_time on audit_entry (empresa_id, em, numero);
-- What a key did to one resource: without it, a page may read everything that the key did. As one text, which no other index has:
-- of two indexes that begin with the key, the planner might take the other one.
create index audit_entry_key_resource on audit_entry (empresa_id, (chave_id::text || ' ' || recurso), numero);

-- Entries up to this number were removed because of their age. The hash is that of the last one removed: the chain goes on
-- from it. The signature shows that the service removed them.
create table audit_checkpoint (
  empresa_id uuid primary key,
  numero bigint not null,
  hash bytea not null,
  -- When that entry was written, in ISO 8601. An exported head that is younger shows that the chain was written anew with old
  -- times, so that retention removes it.
  em text not null,
  signature bytea not null
);

-- Answers to requests with an Idempotency-Key. Every service has this table in its own schema, because the answer is
-- written in the transaction that writes the record: after a crash both are there, or neither.
create table kept_answer (
  empresa_id uuid not null,
  key text not null,
  -- Of the path and the body: the same key with another request is a mistake of the caller.
  fingerprint bytea not null,
  status int not null,
  -- The values of the created record, or the error. The route's serializer renders them again.
  record jsonb not null,
  created_at timestamptz not null default now(),
  constraint kept_answer_pkey primary key (empresa_id, key)
);

create index kept_answer_age on kept_answer (created_at);
-- Finds the oldest refusals of a company.
create index kept_answer_refusals on kept_answer (empresa_id, created_at) where status >= 400;

-- Until there are real statistics: answers are stored in the order of their age, so old ones are read by the index.
select pg_restore_attribute_stats(
  'schemaname', current_schema::text, 'relname', 'kept_answer', 'attname', 'created_at', 'inherited', false,
  'version', 180000, 'null_frac', 0::real, 'avg_width', 8, 'n_distinct', '-1'::real, 'correlation', 1::real
);
insert into applied_sql (name, checksum) values ('records/migrations/001-records.sql', '04625a270d679b99ad8330080f8a17c494ce167a9597a9fe3c3769e0191b3253');

-- tables/migrations/001-tables.sql
-- The rows of imports that are being read, until they are merged. Unlogged: after a crash of the server no import goes on.
create unlogged table import_row (
  import_id uuid not null,
  -- Of the file, from 1.
  line int not null,
  -- The caller's name for the record: codigo of a client, id of a product.
  key text,
  -- The record as creation would make it, null if the row is no valid creation; and the part of it that the file has a value for.
  record jsonb,
  given jsonb not null,
  -- What is wrong with the row, by field: if it is a new record, and if it changes the record that has its key.
  faults jsonb,
  change_faults jsonb,
  -- Set when the rows are matched: the id of the existing record, and whether the row changes it. Null for a new record.
  target text,
  outcome text,
  staged_at timestamptz not null default now(),
  constraint import_row_pkey primary key (import_id, line)
);

create index import_row_key on import_row (import_id, key) where key is not null;
create index import_row_age on import_row (staged_at);
insert into applied_sql (name, checksum) values ('tables/migrations/001-tables.sql', 'ca6c9cbbd790e70f917e4d236dfb730ae6dd0ee0f035540ba950aba4445ac9af');

-- clients/migrations/001-clients.sql
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
insert into applied_sql (name, checksum) values ('clients/migrations/001-clients.sql', 'f8d4432cdda45ee8c24b7140cdc379b3b169074a9b1c8d5d78183796e3f5376d');

-- The rows that its own processes wrote.
reset role; set session_replication_role = replica;
insert into catalog.audit_entry (empresa_id, numero, em, recurso, registro_id, chave_id, entry, hash) select empresa_id, numero, em, recurso, registro_id, chave_id, entry, hash from json_populate_recordset(null::catalog.audit_entry, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":1,"em":"2026-11-19T19:56:22.728+00:00","recurso":"representadas","registro_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 1, \"em\" : \"2026-11-19T19:56:22.728Z\", \"operacao\" : \"criar\", \"recurso\" : \"representadas\", \"id\" : \"01a1f561-b128-73bc-9a87-3f10bc27afd1\", \"campos\" : null, \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"9bf60e4a-e4ab-43c1-ae3d-ce83436f8c2c\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x58a27a859f50d5a60982efec8816589b1285f9552cfae3d59c0bafcfc01fe5aa"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":2,"em":"2026-11-19T19:56:22.837+00:00","recurso":"representadas","registro_id":"01a1f561-b1b4-7ee0-8537-5c1adc339349","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 2, \"em\" : \"2026-11-19T19:56:22.837Z\", \"operacao\" : \"criar\", \"recurso\" : \"representadas\", \"id\" : \"01a1f561-b1b4-7ee0-8537-5c1adc339349\", \"campos\" : null, \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"29fe2e9e-a031-49a5-9af5-27fecf976ab1\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x752fc915ab70e334e881b399db9444672e65cca93d774f8e293b188556885f5c"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":3,"em":"2026-11-19T19:56:22.934+00:00","recurso":"representadas","registro_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 3, \"em\" : \"2026-11-19T19:56:22.934Z\", \"operacao\" : \"alterar\", \"recurso\" : \"representadas\", \"id\" : \"01a1f561-b128-73bc-9a87-3f10bc27afd1\", \"campos\" : [\"comissao_dia\",\"nome\"], \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"38cdcdb5-6c82-4915-a150-38629e37717c\", \"endereco\" : \"127.0.0.1\"}","hash":"\\xc34a425dc39681ebc3a16e23719c9441f663ed0753c1c6764d0389563365264a"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":4,"em":"2026-11-19T19:56:23.092+00:00","recurso":"representadas","registro_id":"01a1f561-b1b4-7ee0-8537-5c1adc339349","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 4, \"em\" : \"2026-11-19T19:56:23.092Z\", \"operacao\" : \"excluir\", \"recurso\" : \"representadas\", \"id\" : \"01a1f561-b1b4-7ee0-8537-5c1adc339349\", \"campos\" : null, \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"f9bb8d1b-7968-49df-80f2-1153e8b79a5a\", \"endereco\" : \"127.0.0.1\"}","hash":"\\xd4d11740aa2097c845df473411eb80c6acedfb301db4a6239ef2627b16b5d4f0"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":5,"em":"2026-11-19T19:56:24.038+00:00","recurso":"products","registro_id":"SKU-b78e92d6-1910-45e9-ad93-eeed97f9207f","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 5, \"em\" : \"2026-11-19T19:56:24.038Z\", \"operacao\" : \"criar\", \"recurso\" : \"products\", \"id\" : \"SKU-b78e92d6-1910-45e9-ad93-eeed97f9207f\", \"campos\" : null, \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"f80152a2-d5a4-4a99-8ad9-f9c0b20baaf6\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x7fbc22c75e68c8fc2bed419f0a795dd8367c2c7145a84427980c3fe9e241b7b9"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":6,"em":"2026-11-19T19:56:24.085+00:00","recurso":"products","registro_id":"SKU-b78e92d6-1910-45e9-ad93-eeed97f9207f","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 6, \"em\" : \"2026-11-19T19:56:24.085Z\", \"operacao\" : \"alterar\", \"recurso\" : \"products\", \"id\" : \"SKU-b78e92d6-1910-45e9-ad93-eeed97f9207f\", \"campos\" : [\"comissao\",\"nome\"], \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"3dcbb56f-79dd-41c8-81ed-889adefd52e1\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x34994a00153c9f1c08bf9366404ea052682e017ef3de26b68defd5bbb6fe174f"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":7,"em":"2026-11-19T19:56:24.174+00:00","recurso":"products","registro_id":"18bbdfd2-2ae7-42de-a3d7-25c3ea77a428","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 7, \"em\" : \"2026-11-19T19:56:24.174Z\", \"operacao\" : \"importar\", \"recurso\" : \"products\", \"id\" : \"18bbdfd2-2ae7-42de-a3d7-25c3ea77a428\", \"campos\" : null, \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"1f4d9b45-d554-4695-bca4-2c7567e65f3c\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x6cd2a6ed5174a2dfc0b5b795ae5e0d5eac479f4bed1d41058ad7944740154fd4"}
]');
insert into catalog.change_sequence (empresa_id, last, pruned) select empresa_id, last, pruned from json_populate_recordset(null::catalog.change_sequence, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","last":7,"pruned":0}
]');
insert into catalog.current_change (empresa_id, resource, change, id, updated_at) select empresa_id, resource, change, id, updated_at from json_populate_recordset(null::catalog.current_change, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","resource":"representada","change":3,"id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","updated_at":"2026-11-19T19:56:22.913+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","resource":"product","change":6,"id":"SKU-b78e92d6-1910-45e9-ad93-eeed97f9207f","updated_at":"2026-11-19T19:56:24.076+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","resource":"product","change":7,"id":"18bbdfd2-2ae7-42de-a3d7-25c3ea77a428","updated_at":"2026-11-19T19:56:24.172+00:00"}
]');
insert into catalog.kept_answer (empresa_id, key, fingerprint, status, record, created_at) select empresa_id, key, fingerprint, status, record, created_at from json_populate_recordset(null::catalog.kept_answer, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","key":"aed7702b-8247-42da-b507-ca922b0da1cb","fingerprint":"\\x1056b1d521661f74b6b9a44c2b4406f9399377a9290fab37ee1b9d3f7bb802ff","status":201,"record":{"id": "01a1f561-b128-73bc-9a87-3f10bc27afd1", "cnpj": "", "nome": "Indústria Aurora", "ativo": true, "email": "", "cidade": "", "codigo": null, "estado": "", "contato": "", "version": 1, "comissao": 5.000000, "endereco": "", "telefone": "", "created_at": "2026-11-19T19:56:22.696+00:00", "id_externo": null, "observacao": "", "updated_at": "2026-11-19T19:56:22.696+00:00", "comissao_dia": null, "comissao_quando": null},"created_at":"2026-11-19T19:56:22.621389+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","key":"4a2d785a-18be-47fa-a06a-abeaf741e358","fingerprint":"\\x292514915dbe3fc7b43d499138e7b95058bfedd7bfde9a0649f3ab7b294e30db","status":201,"record":{"id": "01a1f561-b1b4-7ee0-8537-5c1adc339349", "cnpj": "", "nome": "Indústria Aurora", "ativo": true, "email": "", "cidade": "", "codigo": null, "estado": "", "contato": "", "version": 1, "comissao": 0.000000, "endereco": "", "telefone": "", "created_at": "2026-11-19T19:56:22.836+00:00", "id_externo": null, "observacao": "", "updated_at": "2026-11-19T19:56:22.836+00:00", "comissao_dia": null, "comissao_quando": null},"created_at":"2026-11-19T19:56:22.836466+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","key":"1291ebeb-d491-44ce-8e41-02a4989b0efa","fingerprint":"\\x0fd6a8809a5dada7a6e78f2f33a98b16f4a3e5406275eb8ab491da7741d87ffb","status":201,"record":{"id": "SKU-b78e92d6-1910-45e9-ad93-eeed97f9207f", "nome": "Café torrado 500 g", "ativo": true, "preco": 18.900000, "version": 1, "comissao": null, "descricao": null, "created_at": "2026-11-19T19:56:24.029+00:00", "id_externo": null, "updated_at": "2026-11-19T19:56:24.029+00:00", "representada_id": "01a1f561-b128-73bc-9a87-3f10bc27afd1"},"created_at":"2026-11-19T19:56:24.025673+00:00"}
]');
insert into catalog.product (empresa_id, register_id, id, nome, descricao, preco, ativo, representada_id, comissao, id_externo, created_at, updated_at, version, change) select empresa_id, register_id, id, nome, descricao, preco, ativo, representada_id, comissao, id_externo, created_at, updated_at, version, change from json_populate_recordset(null::catalog.product, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","register_id":"00000000-0000-0000-0000-000000000000","id":"SKU-b78e92d6-1910-45e9-ad93-eeed97f9207f","nome":"18bbdfd2-2ae7-42de-a3d7-25c3ea77a428","descricao":null,"preco":18.900000,"ativo":true,"representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","comissao":7.500000,"id_externo":null,"created_at":"2026-11-19T19:56:24.029+00:00","updated_at":"2026-11-19T19:56:24.076+00:00","version":2,"change":6},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","register_id":"00000000-0000-0000-0000-000000000000","id":"18bbdfd2-2ae7-42de-a3d7-25c3ea77a428","nome":"Café","descricao":null,"preco":1.500000,"ativo":true,"representada_id":null,"comissao":null,"id_externo":null,"created_at":"2026-11-19T19:56:24.172+00:00","updated_at":"2026-11-19T19:56:24.172+00:00","version":1,"change":7}
]');
insert into catalog.record_counter (empresa_id, resource, total, active) select empresa_id, resource, total, active from json_populate_recordset(null::catalog.record_counter, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","resource":"representada","total":1,"active":1},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","resource":"product","total":2,"active":2}
]');
insert into catalog.representada (empresa_id, id, nome, cnpj, email, telefone, endereco, cidade, estado, contato, observacao, comissao, comissao_quando, comissao_dia, ativo, id_externo, codigo, created_at, updated_at, version, change, nome_revision, rename_pending, delete_epoch, delete_pending, pending_since) select empresa_id, id, nome, cnpj, email, telefone, endereco, cidade, estado, contato, observacao, comissao, comissao_quando, comissao_dia, ativo, id_externo, codigo, created_at, updated_at, version, change, nome_revision, rename_pending, delete_epoch, delete_pending, pending_since from json_populate_recordset(null::catalog.representada, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","nome":"18bbdfd2-2ae7-42de-a3d7-25c3ea77a428","cnpj":"","email":"","telefone":"","endereco":"","cidade":"","estado":"","contato":"","observacao":"","comissao":5.000000,"comissao_quando":null,"comissao_dia":10,"ativo":true,"id_externo":null,"codigo":null,"created_at":"2026-11-19T19:56:22.696+00:00","updated_at":"2026-11-19T19:56:22.913+00:00","version":2,"change":3,"nome_revision":1,"rename_pending":false,"delete_epoch":0,"delete_pending":false,"pending_since":"2026-11-19T19:56:22.912684+00:00"}
]');
insert into catalog.tombstone (empresa_id, resource, change, id, deleted_at) select empresa_id, resource, change, id, deleted_at from json_populate_recordset(null::catalog.tombstone, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","resource":"representada","change":4,"id":"01a1f561-b1b4-7ee0-8537-5c1adc339349","deleted_at":"2026-11-19T19:56:23.079+00:00"}
]');
insert into clients.audit_entry (empresa_id, numero, em, recurso, registro_id, chave_id, entry, hash) select empresa_id, numero, em, recurso, registro_id, chave_id, entry, hash from json_populate_recordset(null::clients.audit_entry, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":1,"em":"2026-11-19T19:56:23.304+00:00","recurso":"clients","registro_id":"01a1f561-b35d-73ee-885a-db0d5d51ae11","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 1, \"em\" : \"2026-11-19T19:56:23.304Z\", \"operacao\" : \"criar\", \"recurso\" : \"clients\", \"id\" : \"01a1f561-b35d-73ee-885a-db0d5d51ae11\", \"campos\" : null, \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"eaeb0f71-3d38-4814-ba9e-9ab1a6216cc6\", \"endereco\" : \"127.0.0.1\"}","hash":"\\xff5cf13cb41c575b285f665ce65cd59a1631eef89bf0fc2cac3f74b7c96d2b18"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":2,"em":"2026-11-19T19:56:23.427+00:00","recurso":"clients","registro_id":"01a1f561-b402-7b7a-bffb-a2d426a677a3","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 2, \"em\" : \"2026-11-19T19:56:23.427Z\", \"operacao\" : \"criar\", \"recurso\" : \"clients\", \"id\" : \"01a1f561-b402-7b7a-bffb-a2d426a677a3\", \"campos\" : null, \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"dd85ae3b-99be-473d-b793-c2308088cdda\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x6d2e625bba1a7db85179f0035b28bda56b2bf8be8b7a0f0a268e16d7a3c1165d"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":3,"em":"2026-11-19T19:56:23.533+00:00","recurso":"clients","registro_id":"01a1f561-b35d-73ee-885a-db0d5d51ae11","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 3, \"em\" : \"2026-11-19T19:56:23.533Z\", \"operacao\" : \"alterar\", \"recurso\" : \"clients\", \"id\" : \"01a1f561-b35d-73ee-885a-db0d5d51ae11\", \"campos\" : [\"nome\",\"quinta\"], \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"185ef491-08bc-44c7-84dc-d28fe94e4066\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x35e6d11addc92f0c179487474b203363de7e2e12e5f17ce8801d0f2a438e3dae"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":4,"em":"2026-11-19T19:56:23.631+00:00","recurso":"clients","registro_id":"01a1f561-b402-7b7a-bffb-a2d426a677a3","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 4, \"em\" : \"2026-11-19T19:56:23.631Z\", \"operacao\" : \"excluir\", \"recurso\" : \"clients\", \"id\" : \"01a1f561-b402-7b7a-bffb-a2d426a677a3\", \"campos\" : null, \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"6e953603-8909-42fe-922d-2537042c9121\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x61961ef3783b80d47ccb3942b3c95ac837ca3019cc7f9b149b77c589bb9feb32"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":5,"em":"2026-11-19T19:56:23.965+00:00","recurso":"clients","registro_id":"01a1f561-b619-785d-8591-8f7cdc70a413","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 5, \"em\" : \"2026-11-19T19:56:23.965Z\", \"operacao\" : \"importar\", \"recurso\" : \"clients\", \"id\" : \"01a1f561-b619-785d-8591-8f7cdc70a413\", \"campos\" : null, \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"0cfe6a09-cd7b-4443-9307-d283547655b8\", \"endereco\" : \"127.0.0.1\"}","hash":"\\xf79f74599d066f8a0409548e87b22bc4f60ecc9261a4cbc44b65618604479e29"}
]');
insert into clients.change_sequence (empresa_id, last, pruned) select empresa_id, last, pruned from json_populate_recordset(null::clients.change_sequence, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","last":5,"pruned":0}
]');
insert into clients.client (empresa_id, register_id, id, codigo, nome, cnpj_cpf, email, telefone, endereco, bairro, cidade, estado, observacao, ativo, segunda, terca, quarta, quinta, sexta, id_externo, created_at, updated_at, version, change, nome_revision, rename_pending, delete_epoch, delete_pending, pending_since) select empresa_id, register_id, id, codigo, nome, cnpj_cpf, email, telefone, endereco, bairro, cidade, estado, observacao, ativo, segunda, terca, quarta, quinta, sexta, id_externo, created_at, updated_at, version, change, nome_revision, rename_pending, delete_epoch, delete_pending, pending_since from json_populate_recordset(null::clients.client, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","register_id":"00000000-0000-0000-0000-000000000000","id":"01a1f561-b35d-73ee-885a-db0d5d51ae11","codigo":"CLI0001","nome":"18bbdfd2-2ae7-42de-a3d7-25c3ea77a428","cnpj_cpf":null,"email":"91bee256-9279-4b62-80b7-0ebcec85dd1a@exemplo.com.br","telefone":"+5511987654321","endereco":null,"bairro":"","cidade":"São Paulo","estado":"SP","observacao":"","ativo":true,"segunda":false,"terca":false,"quarta":false,"quinta":true,"sexta":false,"id_externo":null,"created_at":"2026-11-19T19:56:23.261+00:00","updated_at":"2026-11-19T19:56:23.511+00:00","version":2,"change":3,"nome_revision":1,"rename_pending":false,"delete_epoch":0,"delete_pending":false,"pending_since":"2026-11-19T19:56:23.510637+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","register_id":"00000000-0000-0000-0000-000000000000","id":"01a1f561-b619-785d-8591-8f7cdc70a413","codigo":"18bbdfd2-2ae7-42de-a3d7-25c3ea77a428","nome":"Mercado","cnpj_cpf":null,"email":"18bbdfd2-2ae7-42de-a3d7-25c3ea77a428@exemplo.com.br","telefone":"+5511987654321","endereco":null,"bairro":"","cidade":"Natal","estado":"RN","observacao":"","ativo":true,"segunda":false,"terca":false,"quarta":false,"quinta":false,"sexta":false,"id_externo":null,"created_at":"2026-11-19T19:56:23.961+00:00","updated_at":"2026-11-19T19:56:23.961+00:00","version":1,"change":5,"nome_revision":0,"rename_pending":false,"delete_epoch":0,"delete_pending":false,"pending_since":null}
]');
insert into clients.client_counter (empresa_id, last_codigo) select empresa_id, last_codigo from json_populate_recordset(null::clients.client_counter, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","last_codigo":2}
]');
insert into clients.current_change (empresa_id, resource, change, id, updated_at) select empresa_id, resource, change, id, updated_at from json_populate_recordset(null::clients.current_change, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","resource":"client","change":3,"id":"01a1f561-b35d-73ee-885a-db0d5d51ae11","updated_at":"2026-11-19T19:56:23.511+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","resource":"client","change":5,"id":"01a1f561-b619-785d-8591-8f7cdc70a413","updated_at":"2026-11-19T19:56:23.961+00:00"}
]');
insert into clients.kept_answer (empresa_id, key, fingerprint, status, record, created_at) select empresa_id, key, fingerprint, status, record, created_at from json_populate_recordset(null::clients.kept_answer, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","key":"0ece36a7-6c86-45b0-899f-d6c4efdba24f","fingerprint":"\\x5dff1f54860100393df906137e0e3efb9c7a94f77e39ec68b12bd39e9f938a15","status":201,"record":{"id": "01a1f561-b35d-73ee-885a-db0d5d51ae11", "nome": "Mercado São José", "ativo": true, "email": "91bee256-9279-4b62-80b7-0ebcec85dd1a@exemplo.com.br", "cidade": "São Paulo", "codigo": "CLI0001", "estado": "SP", "version": 1, "cnpj_cpf": null, "endereco": null, "telefone": "+5511987654321", "created_at": "2026-11-19T19:56:23.261+00:00", "id_externo": null, "updated_at": "2026-11-19T19:56:23.261+00:00"},"created_at":"2026-11-19T19:56:23.253626+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","key":"084b8969-63e8-4747-a4e2-d56f040631e0","fingerprint":"\\x84b18aa0b41d45ba754e9a75e731a704560c771fcd6b804c5fbfd115127f8cc3","status":201,"record":{"id": "01a1f561-b402-7b7a-bffb-a2d426a677a3", "nome": "Mercado São José", "ativo": true, "email": "06232312-a558-4421-b749-e828f4baa46d@exemplo.com.br", "cidade": "São Paulo", "codigo": "CLI0002", "estado": "SP", "version": 1, "cnpj_cpf": null, "endereco": null, "telefone": "+5511987654321", "created_at": "2026-11-19T19:56:23.426+00:00", "id_externo": null, "updated_at": "2026-11-19T19:56:23.426+00:00"},"created_at":"2026-11-19T19:56:23.426275+00:00"}
]');
insert into clients.record_counter (empresa_id, resource, total, active) select empresa_id, resource, total, active from json_populate_recordset(null::clients.record_counter, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","resource":"client","total":2,"active":2}
]');
insert into clients.tombstone (empresa_id, resource, change, id, deleted_at) select empresa_id, resource, change, id, deleted_at from json_populate_recordset(null::clients.tombstone, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","resource":"client","change":4,"id":"01a1f561-b402-7b7a-bffb-a2d426a677a3","deleted_at":"2026-11-19T19:56:23.626+00:00"}
]');
insert into gateway.api_key (id, empresa_id, prefixo, hash, rotulo, escopo, criada_em, expira_em, revoked_at, ultimo_uso, is_rotated, unrotated_expires_at) select id, empresa_id, prefixo, hash, rotulo, escopo, criada_em, expira_em, revoked_at, ultimo_uso, is_rotated, unrotated_expires_at from json_populate_recordset(null::gateway.api_key, '[
{"id":"01a1f561-97e6-71d5-be1c-f6dc8f2837fe","empresa_id":"01900000-0000-7000-8000-00000000000b","prefixo":"demo-empresa-b","hash":"\\x2fd443a70d7b4e8a7ea85601af5cf71322b36ffaa0e81be5378a7c7f73ae19c6","rotulo":"Demonstração","escopo":"admin","criada_em":"2026-11-19T19:56:16.23+00:00","expira_em":null,"revoked_at":null,"ultimo_uso":null,"is_rotated":false,"unrotated_expires_at":null},
{"id":"01a1f561-97f6-74d6-8cf0-53cc7ab001b1","empresa_id":"01900000-0000-7000-8000-00000000000c","prefixo":"demo-empresa-inativa","hash":"\\xb4b0abcb9c31fd74e509c83c052185fd5f6356b74837633ebd85e8ce8bbd8f90","rotulo":"Demonstração","escopo":"admin","criada_em":"2026-11-19T19:56:16.246+00:00","expira_em":null,"revoked_at":null,"ultimo_uso":null,"is_rotated":false,"unrotated_expires_at":null},
{"id":"01a1f561-ba7f-7f08-99c5-3dee33daf04e","empresa_id":"01900000-0000-7000-8000-00000000000a","prefixo":"rep_live_cBhA75hs","hash":"\\x4a5f457e9005ec527c78c15828e7ad3b90db04fd19ea35b7671e89e65328aaba","rotulo":"18bbdfd2-2ae7-42de-a3d7-25c3ea77a428","escopo":"read","criada_em":"2026-11-19T19:56:25.068+00:00","expira_em":"2026-11-19T19:57:25.126+00:00","revoked_at":"2026-11-19T19:56:25.17+00:00","ultimo_uso":null,"is_rotated":true,"unrotated_expires_at":null},
{"id":"01a1f561-bab8-7c81-b938-bf809126d1db","empresa_id":"01900000-0000-7000-8000-00000000000a","prefixo":"rep_live_x2K8AaRa","hash":"\\x690ffa3de3711df2c3dc5c096249d051b357b842137ef4899fa231a8691c70bc","rotulo":"18bbdfd2-2ae7-42de-a3d7-25c3ea77a428","escopo":"read","criada_em":"2026-11-19T19:56:25.126+00:00","expira_em":null,"revoked_at":"2026-11-19T19:56:25.207+00:00","ultimo_uso":null,"is_rotated":false,"unrotated_expires_at":null},
{"id":"01a1f561-bb33-7b4b-be3b-afcbfa6a3ed5","empresa_id":"01a1f561-bb33-76ca-aece-0d5f16f477a3","prefixo":"rep_live_osFCNXr8","hash":"\\xe4754af7787f28f1c072b6260ab92c5d67ac8b4544474c6eac560d59cbac623a","rotulo":"Primeira chave","escopo":"admin","criada_em":"2026-11-19T19:56:25.257+00:00","expira_em":null,"revoked_at":null,"ultimo_uso":null,"is_rotated":false,"unrotated_expires_at":null},
{"id":"01a1f561-bb83-7591-b6fb-d5f5f780eaa7","empresa_id":"01a1f561-bb33-76ca-aece-0d5f16f477a3","prefixo":"rep_live_AAtCMshP","hash":"\\x18877c72e3d5ca7712c18f210e2e7e8026798dc2dcc66da6e610009711a0c5bd","rotulo":"18bbdfd2-2ae7-42de-a3d7-25c3ea77a428","escopo":"write","criada_em":"2026-11-19T19:56:25.347+00:00","expira_em":null,"revoked_at":"2026-11-19T19:56:25.363+00:00","ultimo_uso":null,"is_rotated":false,"unrotated_expires_at":null},
{"id":"01a1f561-97c1-790f-9085-44f31b0879c3","empresa_id":"01900000-0000-7000-8000-00000000000a","prefixo":"demo-empresa-a","hash":"\\xc0c963a990894b14bf433d1b2255e4fd5c0ab0f17052bdc771e870b489171ce6","rotulo":"Demonstração","escopo":"admin","criada_em":"2026-11-19T19:56:16.17+00:00","expira_em":null,"revoked_at":null,"ultimo_uso":"2026-11-19T19:56:00+00:00","is_rotated":false,"unrotated_expires_at":null}
]');
insert into gateway.audit_entry (empresa_id, numero, em, recurso, registro_id, chave_id, entry, hash) select empresa_id, numero, em, recurso, registro_id, chave_id, entry, hash from json_populate_recordset(null::gateway.audit_entry, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":1,"em":"2026-11-19T19:56:16.208+00:00","recurso":"empresas","registro_id":"01900000-0000-7000-8000-00000000000a","chave_id":null,"entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 1, \"em\" : \"2026-11-19T19:56:16.208Z\", \"operacao\" : \"criar\", \"recurso\" : \"empresas\", \"id\" : \"01900000-0000-7000-8000-00000000000a\", \"campos\" : null, \"chave_id\" : null, \"chave_prefixo\" : null, \"operador\" : \"comando\", \"request_id\" : null, \"endereco\" : null}","hash":"\\x7df4813960ca71e1ab98465e10a65b2970dbb3621cd3bedec1719a03b3e270aa"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":2,"em":"2026-11-19T19:56:16.21+00:00","recurso":"keys","registro_id":"01a1f561-97c1-790f-9085-44f31b0879c3","chave_id":null,"entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 2, \"em\" : \"2026-11-19T19:56:16.210Z\", \"operacao\" : \"criar\", \"recurso\" : \"keys\", \"id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"campos\" : null, \"chave_id\" : null, \"chave_prefixo\" : null, \"operador\" : \"comando\", \"request_id\" : null, \"endereco\" : null}","hash":"\\x998a8391cd908405417ad1dde8459f026483f23224ccc4c78817c9ca43a57cf8"},
{"empresa_id":"01900000-0000-7000-8000-00000000000b","numero":1,"em":"2026-11-19T19:56:16.23+00:00","recurso":"empresas","registro_id":"01900000-0000-7000-8000-00000000000b","chave_id":null,"entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000b\", \"numero\" : 1, \"em\" : \"2026-11-19T19:56:16.230Z\", \"operacao\" : \"criar\", \"recurso\" : \"empresas\", \"id\" : \"01900000-0000-7000-8000-00000000000b\", \"campos\" : null, \"chave_id\" : null, \"chave_prefixo\" : null, \"operador\" : \"comando\", \"request_id\" : null, \"endereco\" : null}","hash":"\\x8627cafe0c5a5edca2fa26b9895168dc1ab5cf3d0abecfdaaf8a1e5745cbe5b4"},
{"empresa_id":"01900000-0000-7000-8000-00000000000b","numero":2,"em":"2026-11-19T19:56:16.231+00:00","recurso":"keys","registro_id":"01a1f561-97e6-71d5-be1c-f6dc8f2837fe","chave_id":null,"entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000b\", \"numero\" : 2, \"em\" : \"2026-11-19T19:56:16.231Z\", \"operacao\" : \"criar\", \"recurso\" : \"keys\", \"id\" : \"01a1f561-97e6-71d5-be1c-f6dc8f2837fe\", \"campos\" : null, \"chave_id\" : null, \"chave_prefixo\" : null, \"operador\" : \"comando\", \"request_id\" : null, \"endereco\" : null}","hash":"\\xdd569d301de6d7b84cc16a3cfd8d89617d4be8d34aa6c0c54512d4dfcb55d752"},
{"empresa_id":"01900000-0000-7000-8000-00000000000c","numero":1,"em":"2026-11-19T19:56:16.247+00:00","recurso":"empresas","registro_id":"01900000-0000-7000-8000-00000000000c","chave_id":null,"entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000c\", \"numero\" : 1, \"em\" : \"2026-11-19T19:56:16.247Z\", \"operacao\" : \"criar\", \"recurso\" : \"empresas\", \"id\" : \"01900000-0000-7000-8000-00000000000c\", \"campos\" : null, \"chave_id\" : null, \"chave_prefixo\" : null, \"operador\" : \"comando\", \"request_id\" : null, \"endereco\" : null}","hash":"\\x94c2d240c20e8377bfa9301719e5dbb46fd0f276dc9ec0761617dbf6f689ce0f"},
{"empresa_id":"01900000-0000-7000-8000-00000000000c","numero":2,"em":"2026-11-19T19:56:16.247+00:00","recurso":"keys","registro_id":"01a1f561-97f6-74d6-8cf0-53cc7ab001b1","chave_id":null,"entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000c\", \"numero\" : 2, \"em\" : \"2026-11-19T19:56:16.247Z\", \"operacao\" : \"criar\", \"recurso\" : \"keys\", \"id\" : \"01a1f561-97f6-74d6-8cf0-53cc7ab001b1\", \"campos\" : null, \"chave_id\" : null, \"chave_prefixo\" : null, \"operador\" : \"comando\", \"request_id\" : null, \"endereco\" : null}","hash":"\\x7d03f4b3e897f345b2d719885697d48e541d23722ab8e87091d2dfbcb042b3fd"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":3,"em":"2026-11-19T19:56:25.095+00:00","recurso":"keys","registro_id":"01a1f561-ba7f-7f08-99c5-3dee33daf04e","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 3, \"em\" : \"2026-11-19T19:56:25.095Z\", \"operacao\" : \"criar\", \"recurso\" : \"keys\", \"id\" : \"01a1f561-ba7f-7f08-99c5-3dee33daf04e\", \"campos\" : null, \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"498384b7-fed7-4c41-ba8c-28af8bfc1897\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x76dc9ccfeb23b36860a1084480ce7321444cb9ae8afe00a35be3c7af63015ba0"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":4,"em":"2026-11-19T19:56:25.145+00:00","recurso":"keys","registro_id":"01a1f561-ba7f-7f08-99c5-3dee33daf04e","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 4, \"em\" : \"2026-11-19T19:56:25.145Z\", \"operacao\" : \"trocar\", \"recurso\" : \"keys\", \"id\" : \"01a1f561-ba7f-7f08-99c5-3dee33daf04e\", \"campos\" : null, \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"7833d401-2c67-4338-9740-4e4908348157\", \"endereco\" : \"127.0.0.1\"}","hash":"\\xb63293df0372418fe0d2ba86922f9221692b9b69b9072037af656c6db697be24"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":5,"em":"2026-11-19T19:56:25.155+00:00","recurso":"keys","registro_id":"01a1f561-bab8-7c81-b938-bf809126d1db","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 5, \"em\" : \"2026-11-19T19:56:25.155Z\", \"operacao\" : \"criar\", \"recurso\" : \"keys\", \"id\" : \"01a1f561-bab8-7c81-b938-bf809126d1db\", \"campos\" : null, \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"7833d401-2c67-4338-9740-4e4908348157\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x784383b85b67e7ddc7a36ca4dce53c738d3c18b2b4a5e3df055b6a804374c5ab"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":6,"em":"2026-11-19T19:56:25.183+00:00","recurso":"keys","registro_id":"01a1f561-ba7f-7f08-99c5-3dee33daf04e","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 6, \"em\" : \"2026-11-19T19:56:25.183Z\", \"operacao\" : \"revogar\", \"recurso\" : \"keys\", \"id\" : \"01a1f561-ba7f-7f08-99c5-3dee33daf04e\", \"campos\" : null, \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"dd0ae104-4370-45b1-985e-14b67347b9ca\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x2858e4523862d48ebe1aef0baa0559ec7e4ed06c3e79f7fb745bb4ffeba151fb"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":7,"em":"2026-11-19T19:56:25.208+00:00","recurso":"keys","registro_id":"01a1f561-bab8-7c81-b938-bf809126d1db","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 7, \"em\" : \"2026-11-19T19:56:25.208Z\", \"operacao\" : \"revogar\", \"recurso\" : \"keys\", \"id\" : \"01a1f561-bab8-7c81-b938-bf809126d1db\", \"campos\" : null, \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"1afbaa56-d378-47cc-ac96-185a7b631034\", \"endereco\" : \"127.0.0.1\"}","hash":"\\xb6298c049bc5abfc6fc4df1ab20999acd38a35abc1237e638fb522e8a4afee4e"},
{"empresa_id":"01a1f561-bb33-76ca-aece-0d5f16f477a3","numero":1,"em":"2026-11-19T19:56:25.268+00:00","recurso":"empresas","registro_id":"01a1f561-bb33-76ca-aece-0d5f16f477a3","chave_id":null,"entry":"{\"empresa_id\" : \"01a1f561-bb33-76ca-aece-0d5f16f477a3\", \"numero\" : 1, \"em\" : \"2026-11-19T19:56:25.268Z\", \"operacao\" : \"criar\", \"recurso\" : \"empresas\", \"id\" : \"01a1f561-bb33-76ca-aece-0d5f16f477a3\", \"campos\" : null, \"chave_id\" : null, \"chave_prefixo\" : null, \"operador\" : \"admin\", \"request_id\" : \"8a0b0f63-e704-4080-a790-6ad899b96f35\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x30653532f9cef00c2c49c2816e6a5d6821b4368603b32ffb119817515e38e130"},
{"empresa_id":"01a1f561-bb33-76ca-aece-0d5f16f477a3","numero":2,"em":"2026-11-19T19:56:25.268+00:00","recurso":"keys","registro_id":"01a1f561-bb33-7b4b-be3b-afcbfa6a3ed5","chave_id":null,"entry":"{\"empresa_id\" : \"01a1f561-bb33-76ca-aece-0d5f16f477a3\", \"numero\" : 2, \"em\" : \"2026-11-19T19:56:25.268Z\", \"operacao\" : \"criar\", \"recurso\" : \"keys\", \"id\" : \"01a1f561-bb33-7b4b-be3b-afcbfa6a3ed5\", \"campos\" : null, \"chave_id\" : null, \"chave_prefixo\" : null, \"operador\" : \"admin\", \"request_id\" : \"8a0b0f63-e704-4080-a790-6ad899b96f35\", \"endereco\" : \"127.0.0.1\"}","hash":"\\xe5a8002c94c954c76d3d0df576cd57a78e5bfed12a13a3555a885076b5c2e690"},
{"empresa_id":"01a1f561-bb33-76ca-aece-0d5f16f477a3","numero":3,"em":"2026-11-19T19:56:25.319+00:00","recurso":"empresas","registro_id":"01a1f561-bb33-76ca-aece-0d5f16f477a3","chave_id":null,"entry":"{\"empresa_id\" : \"01a1f561-bb33-76ca-aece-0d5f16f477a3\", \"numero\" : 3, \"em\" : \"2026-11-19T19:56:25.319Z\", \"operacao\" : \"desativar\", \"recurso\" : \"empresas\", \"id\" : \"01a1f561-bb33-76ca-aece-0d5f16f477a3\", \"campos\" : [\"ativa\"], \"chave_id\" : null, \"chave_prefixo\" : null, \"operador\" : \"admin\", \"request_id\" : \"e8ce3b29-4a85-45d3-aecd-c588a42539d8\", \"endereco\" : \"127.0.0.1\"}","hash":"\\xca1da15e9cb0cf127e38a3b4b068f6a009b1ccce2b9631d63464432ce27ebe1a"},
{"empresa_id":"01a1f561-bb33-76ca-aece-0d5f16f477a3","numero":4,"em":"2026-11-19T19:56:25.348+00:00","recurso":"keys","registro_id":"01a1f561-bb83-7591-b6fb-d5f5f780eaa7","chave_id":null,"entry":"{\"empresa_id\" : \"01a1f561-bb33-76ca-aece-0d5f16f477a3\", \"numero\" : 4, \"em\" : \"2026-11-19T19:56:25.348Z\", \"operacao\" : \"criar\", \"recurso\" : \"keys\", \"id\" : \"01a1f561-bb83-7591-b6fb-d5f5f780eaa7\", \"campos\" : null, \"chave_id\" : null, \"chave_prefixo\" : null, \"operador\" : \"admin\", \"request_id\" : \"d850f033-9e5c-4be5-af67-0f0d8b482aaa\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x27a97c3ba1c2c4efd0b2bd60048e59c08733387becbc3b74546f483fbc40f7bd"},
{"empresa_id":"01a1f561-bb33-76ca-aece-0d5f16f477a3","numero":5,"em":"2026-11-19T19:56:25.363+00:00","recurso":"keys","registro_id":"01a1f561-bb83-7591-b6fb-d5f5f780eaa7","chave_id":null,"entry":"{\"empresa_id\" : \"01a1f561-bb33-76ca-aece-0d5f16f477a3\", \"numero\" : 5, \"em\" : \"2026-11-19T19:56:25.363Z\", \"operacao\" : \"revogar\", \"recurso\" : \"keys\", \"id\" : \"01a1f561-bb83-7591-b6fb-d5f5f780eaa7\", \"campos\" : null, \"chave_id\" : null, \"chave_prefixo\" : null, \"operador\" : \"admin\", \"request_id\" : \"880468a9-b83c-4908-adfb-00b393fb3bc0\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x35ba34d0950d5a1563ac53cedf817d551654c55f5f4391303652e982f547b4d9"}
]');
insert into gateway.change_sequence (empresa_id, last, pruned) select empresa_id, last, pruned from json_populate_recordset(null::gateway.change_sequence, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000b","last":2,"pruned":0},
{"empresa_id":"01900000-0000-7000-8000-00000000000c","last":2,"pruned":0},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","last":7,"pruned":0},
{"empresa_id":"01a1f561-bb33-76ca-aece-0d5f16f477a3","last":5,"pruned":0}
]');
insert into gateway.empresa (id, nome, ativa, fuso_horario, requisicoes_por_segundo, rajada, registro_proprio, criada_em, atualizada_em) select id, nome, ativa, fuso_horario, requisicoes_por_segundo, rajada, registro_proprio, criada_em, atualizada_em from json_populate_recordset(null::gateway.empresa, '[
{"id":"01900000-0000-7000-8000-00000000000a","nome":"Empresa Demo A","ativa":true,"fuso_horario":"America/Sao_Paulo","requisicoes_por_segundo":null,"rajada":null,"registro_proprio":false,"criada_em":"2026-11-19T19:56:16.17+00:00","atualizada_em":"2026-11-19T19:56:16.17+00:00"},
{"id":"01900000-0000-7000-8000-00000000000b","nome":"Empresa Demo B","ativa":true,"fuso_horario":"America/Sao_Paulo","requisicoes_por_segundo":null,"rajada":null,"registro_proprio":false,"criada_em":"2026-11-19T19:56:16.23+00:00","atualizada_em":"2026-11-19T19:56:16.23+00:00"},
{"id":"01900000-0000-7000-8000-00000000000c","nome":"Empresa Demo Inativa","ativa":false,"fuso_horario":"America/Sao_Paulo","requisicoes_por_segundo":null,"rajada":null,"registro_proprio":false,"criada_em":"2026-11-19T19:56:16.246+00:00","atualizada_em":"2026-11-19T19:56:16.246+00:00"},
{"id":"01a1f561-bb33-76ca-aece-0d5f16f477a3","nome":"18bbdfd2-2ae7-42de-a3d7-25c3ea77a428","ativa":false,"fuso_horario":"America/Sao_Paulo","requisicoes_por_segundo":null,"rajada":null,"registro_proprio":false,"criada_em":"2026-11-19T19:56:25.257+00:00","atualizada_em":"2026-11-19T19:56:25.309+00:00"}
]');
insert into sales.audit_entry (empresa_id, numero, em, recurso, registro_id, chave_id, entry, hash) select empresa_id, numero, em, recurso, registro_id, chave_id, entry, hash from json_populate_recordset(null::sales.audit_entry, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":1,"em":"2026-11-19T19:56:24.362+00:00","recurso":"sales","registro_id":"01a1f561-b7a0-750b-8852-637594e63a21","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 1, \"em\" : \"2026-11-19T19:56:24.362Z\", \"operacao\" : \"criar\", \"recurso\" : \"sales\", \"id\" : \"01a1f561-b7a0-750b-8852-637594e63a21\", \"campos\" : null, \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"9ad84ef8-6ebf-4b6f-bfab-f7eb3bf449f7\", \"endereco\" : \"127.0.0.1\"}","hash":"\\xc944b9775765f4097dcd044284fa77d913e7c5117b044c78ae3248fe95c49f7c"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":2,"em":"2026-11-19T19:56:24.453+00:00","recurso":"sales","registro_id":"01a1f561-b804-7ace-b58e-41555193f775","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 2, \"em\" : \"2026-11-19T19:56:24.453Z\", \"operacao\" : \"criar\", \"recurso\" : \"sales\", \"id\" : \"01a1f561-b804-7ace-b58e-41555193f775\", \"campos\" : null, \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"3fdfa462-b2bb-41c1-8902-995863d51544\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x96601989d2d22184ff291eb4af7e1e858123f4c541d8b6cfd1a1cf0ae856d7f7"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":3,"em":"2026-11-19T19:56:24.559+00:00","recurso":"receipts","registro_id":"01a1f561-b85d-79f6-a918-c0b4fc6902db","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 3, \"em\" : \"2026-11-19T19:56:24.559Z\", \"operacao\" : \"criar\", \"recurso\" : \"receipts\", \"id\" : \"01a1f561-b85d-79f6-a918-c0b4fc6902db\", \"campos\" : null, \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"ae2bc29f-96b9-4f07-a69d-cb2c3dd573e3\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x477b1dac761376d1889d5bde188f8ed1fd3ee870e63a4d1c63cf0c14cce314df"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":4,"em":"2026-11-19T19:56:24.601+00:00","recurso":"receipts","registro_id":"01a1f561-b85d-79f6-a918-c0b4fc6902db","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 4, \"em\" : \"2026-11-19T19:56:24.601Z\", \"operacao\" : \"excluir\", \"recurso\" : \"receipts\", \"id\" : \"01a1f561-b85d-79f6-a918-c0b4fc6902db\", \"campos\" : null, \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"3673fdcb-ac9e-421f-aec0-12fd8c7fec84\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x001edef2a9986830ee912866b563aac7fe70fcb9ebc23656b323f880bd32d03d"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":5,"em":"2026-11-19T19:56:24.642+00:00","recurso":"receipts","registro_id":"01a1f561-b8c0-7bff-a817-ed07e9e0f2ce","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 5, \"em\" : \"2026-11-19T19:56:24.642Z\", \"operacao\" : \"criar\", \"recurso\" : \"receipts\", \"id\" : \"01a1f561-b8c0-7bff-a817-ed07e9e0f2ce\", \"campos\" : null, \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"c8a60cce-8e33-42ac-add0-8c15d64bf504\", \"endereco\" : \"127.0.0.1\"}","hash":"\\xc2a71259c9f8d7b2b78eeab5a54385224d7aee7acf3294851cbc794b596d6753"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":6,"em":"2026-11-19T19:56:24.701+00:00","recurso":"sales","registro_id":"01a1f561-b7a0-750b-8852-637594e63a21","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 6, \"em\" : \"2026-11-19T19:56:24.701Z\", \"operacao\" : \"alterar\", \"recurso\" : \"sales\", \"id\" : \"01a1f561-b7a0-750b-8852-637594e63a21\", \"campos\" : [\"status\",\"recebido\"], \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"a8e3ac3d-65d6-4c33-a202-94ff8d6bd27d\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x420060c27cd0d91695e425ed5c26592f2a88f920c0b244f63ca9d2f101a40189"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":7,"em":"2026-11-19T19:56:24.73+00:00","recurso":"sales","registro_id":"01a1f561-b804-7ace-b58e-41555193f775","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 7, \"em\" : \"2026-11-19T19:56:24.730Z\", \"operacao\" : \"excluir\", \"recurso\" : \"sales\", \"id\" : \"01a1f561-b804-7ace-b58e-41555193f775\", \"campos\" : null, \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"5927d55b-8e95-4761-a66e-c2bf95a552c4\", \"endereco\" : \"127.0.0.1\"}","hash":"\\xdef76d886a329ee600fb939afa651c80c65fa5f447681a13a9ed7fbfc5df0027"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":8,"em":"2026-11-19T19:56:24.768+00:00","recurso":"adjustments","registro_id":"01a1f561-b940-7073-b1ca-ccf5c75242c4","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 8, \"em\" : \"2026-11-19T19:56:24.768Z\", \"operacao\" : \"criar\", \"recurso\" : \"adjustments\", \"id\" : \"01a1f561-b940-7073-b1ca-ccf5c75242c4\", \"campos\" : null, \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"11d293a1-a3f5-443b-991e-ae67c8736118\", \"endereco\" : \"127.0.0.1\"}","hash":"\\xea0e2a638cdf73bbbf65d25e91a76f3b615f1b242f08e1ddf737334a0f2381b8"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":9,"em":"2026-11-19T19:56:24.845+00:00","recurso":"payments","registro_id":"01a1f561-b96d-7ef9-a529-fb6e8f4c0450","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 9, \"em\" : \"2026-11-19T19:56:24.845Z\", \"operacao\" : \"criar\", \"recurso\" : \"payments\", \"id\" : \"01a1f561-b96d-7ef9-a529-fb6e8f4c0450\", \"campos\" : null, \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"26c067fb-e109-46d8-98c4-06d24e7ec329\", \"endereco\" : \"127.0.0.1\"}","hash":"\\xf24f659374a025d1eedfc3df2685126459941fb064baa2dd306837faeee20f97"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":10,"em":"2026-11-19T19:56:24.861+00:00","recurso":"payments","registro_id":"01a1f561-b96d-7ef9-a529-fb6e8f4c0450","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 10, \"em\" : \"2026-11-19T19:56:24.861Z\", \"operacao\" : \"excluir\", \"recurso\" : \"payments\", \"id\" : \"01a1f561-b96d-7ef9-a529-fb6e8f4c0450\", \"campos\" : null, \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"6c81fb34-dbda-4be2-9b55-d663812d2d0e\", \"endereco\" : \"127.0.0.1\"}","hash":"\\xcab13c9687689b1ee3af4cf37b1b5abf5cd7cd41aac113fc9be01e62215a12f9"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":11,"em":"2026-11-19T19:56:24.899+00:00","recurso":"payments","registro_id":"01a1f561-b9ba-7026-a9b0-5311a40d15ba","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 11, \"em\" : \"2026-11-19T19:56:24.899Z\", \"operacao\" : \"criar\", \"recurso\" : \"payments\", \"id\" : \"01a1f561-b9ba-7026-a9b0-5311a40d15ba\", \"campos\" : null, \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"0567d94e-eb90-4f2d-b81a-badcb2fa2cbf\", \"endereco\" : \"127.0.0.1\"}","hash":"\\xfb4737452d0e88a7c07df7382cc837186f0597894714838b17fd16e1f8b3abb9"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":12,"em":"2026-11-19T19:56:24.982+00:00","recurso":"payments","registro_id":"01a1f561-ba07-7d5d-b77a-c28119d665ed","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 12, \"em\" : \"2026-11-19T19:56:24.982Z\", \"operacao\" : \"criar\", \"recurso\" : \"payments\", \"id\" : \"01a1f561-ba07-7d5d-b77a-c28119d665ed\", \"campos\" : null, \"chave_id\" : \"01a1f561-97c1-790f-9085-44f31b0879c3\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"a1cdd9b4-993b-4cac-80c9-2d12686402ed\", \"endereco\" : \"127.0.0.1\"}","hash":"\\xe27a35016b4e753f8588c1bf6470f0cdc32a93d256446109b13dc25f4d1978a4"}
]');
insert into sales.change_sequence (empresa_id, last, pruned) select empresa_id, last, pruned from json_populate_recordset(null::sales.change_sequence, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","last":12,"pruned":0}
]');
insert into sales.commission_allocation (empresa_id, origem_id, parte, payment_id, valor) select empresa_id, origem_id, parte, payment_id, valor from json_populate_recordset(null::sales.commission_allocation, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","origem_id":"01a1f561-b7a0-750b-8852-637594e63a21","parte":3,"payment_id":"01a1f561-b96d-7ef9-a529-fb6e8f4c0450","valor":0.00},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","origem_id":"01a1f561-b940-7073-b1ca-ccf5c75242c4","parte":1,"payment_id":"01a1f561-b96d-7ef9-a529-fb6e8f4c0450","valor":0.00},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","origem_id":"01a1f561-b940-7073-b1ca-ccf5c75242c4","parte":1,"payment_id":"01a1f561-b9ba-7026-a9b0-5311a40d15ba","valor":1.00}
]');
insert into sales.commission_entry (empresa_id, numero, tipo, representada_id, origem_id, parte, parcela, receipt_id, payment_id, vencimento, percentual, base, prevista, devida, paga, credito, motivo, created_at) select empresa_id, numero, tipo, representada_id, origem_id, parte, parcela, receipt_id, payment_id, vencimento, percentual, base, prevista, devida, paga, credito, motivo, created_at from json_populate_recordset(null::sales.commission_entry, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":1,"tipo":"prevista","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","origem_id":"01a1f561-b7a0-750b-8852-637594e63a21","parte":1,"parcela":1,"receipt_id":null,"payment_id":null,"vencimento":"2026-03-10","percentual":7.500000,"base":100.00,"prevista":7.50,"devida":0.00,"paga":0.00,"credito":0.00,"motivo":null,"created_at":"2026-11-19T19:56:24.326+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":2,"tipo":"prevista","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","origem_id":"01a1f561-b804-7ace-b58e-41555193f775","parte":1,"parcela":null,"receipt_id":null,"payment_id":null,"vencimento":"2026-03-10","percentual":7.500000,"base":100.00,"prevista":7.50,"devida":0.00,"paga":0.00,"credito":0.00,"motivo":null,"created_at":"2026-11-19T19:56:24.451+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":3,"tipo":"devida","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","origem_id":"01a1f561-b804-7ace-b58e-41555193f775","parte":1,"parcela":null,"receipt_id":null,"payment_id":null,"vencimento":"2026-03-10","percentual":7.500000,"base":0.00,"prevista":-7.50,"devida":7.50,"paga":0.00,"credito":0.00,"motivo":null,"created_at":"2026-11-19T19:56:24.451+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":4,"tipo":"devida","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","origem_id":"01a1f561-b7a0-750b-8852-637594e63a21","parte":1,"parcela":1,"receipt_id":null,"payment_id":null,"vencimento":"2026-03-10","percentual":7.500000,"base":-40.00,"prevista":-3.00,"devida":0.00,"paga":0.00,"credito":0.00,"motivo":null,"created_at":"2026-11-19T19:56:24.532+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":5,"tipo":"devida","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","origem_id":"01a1f561-b7a0-750b-8852-637594e63a21","parte":2,"parcela":1,"receipt_id":"01a1f561-b85d-79f6-a918-c0b4fc6902db","payment_id":null,"vencimento":"2026-12-10","percentual":7.500000,"base":40.00,"prevista":0.00,"devida":3.00,"paga":0.00,"credito":0.00,"motivo":null,"created_at":"2026-11-19T19:56:24.532+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":6,"tipo":"estornada","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","origem_id":"01a1f561-b7a0-750b-8852-637594e63a21","parte":2,"parcela":1,"receipt_id":"01a1f561-b85d-79f6-a918-c0b4fc6902db","payment_id":null,"vencimento":"2026-12-10","percentual":7.500000,"base":-40.00,"prevista":0.00,"devida":-3.00,"paga":0.00,"credito":0.00,"motivo":"recebimento desfeito","created_at":"2026-11-19T19:56:24.599+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":7,"tipo":"estornada","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","origem_id":"01a1f561-b7a0-750b-8852-637594e63a21","parte":1,"parcela":1,"receipt_id":null,"payment_id":null,"vencimento":"2026-03-10","percentual":7.500000,"base":40.00,"prevista":3.00,"devida":0.00,"paga":0.00,"credito":0.00,"motivo":"recebimento desfeito","created_at":"2026-11-19T19:56:24.599+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":8,"tipo":"devida","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","origem_id":"01a1f561-b7a0-750b-8852-637594e63a21","parte":1,"parcela":1,"receipt_id":null,"payment_id":null,"vencimento":"2026-03-10","percentual":7.500000,"base":-60.00,"prevista":-4.50,"devida":0.00,"paga":0.00,"credito":0.00,"motivo":null,"created_at":"2026-11-19T19:56:24.64+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":9,"tipo":"devida","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","origem_id":"01a1f561-b7a0-750b-8852-637594e63a21","parte":3,"parcela":1,"receipt_id":"01a1f561-b8c0-7bff-a817-ed07e9e0f2ce","payment_id":null,"vencimento":"2026-12-10","percentual":7.500000,"base":60.00,"prevista":0.00,"devida":4.50,"paga":0.00,"credito":0.00,"motivo":null,"created_at":"2026-11-19T19:56:24.64+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":10,"tipo":"devida","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","origem_id":"01a1f561-b7a0-750b-8852-637594e63a21","parte":1,"parcela":1,"receipt_id":null,"payment_id":null,"vencimento":"2026-03-10","percentual":7.500000,"base":-40.00,"prevista":-3.00,"devida":0.00,"paga":0.00,"credito":0.00,"motivo":null,"created_at":"2026-11-19T19:56:24.697+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":11,"tipo":"devida","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","origem_id":"01a1f561-b7a0-750b-8852-637594e63a21","parte":4,"parcela":null,"receipt_id":null,"payment_id":null,"vencimento":"2026-12-10","percentual":7.500000,"base":40.00,"prevista":0.00,"devida":3.00,"paga":0.00,"credito":0.00,"motivo":null,"created_at":"2026-11-19T19:56:24.697+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":12,"tipo":"estornada","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","origem_id":"01a1f561-b804-7ace-b58e-41555193f775","parte":1,"parcela":null,"receipt_id":null,"payment_id":null,"vencimento":"2026-03-10","percentual":7.500000,"base":-100.00,"prevista":0.00,"devida":-7.50,"paga":0.00,"credito":0.00,"motivo":"venda excluída","created_at":"2026-11-19T19:56:24.714+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":13,"tipo":"ajuste","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","origem_id":"01a1f561-b940-7073-b1ca-ccf5c75242c4","parte":1,"parcela":null,"receipt_id":null,"payment_id":null,"vencimento":"2026-11-19","percentual":0.000000,"base":0.00,"prevista":0.00,"devida":2.00,"paga":0.00,"credito":0.00,"motivo":"Meta","created_at":"2026-11-19T19:56:24.764+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":14,"tipo":"paga","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","origem_id":null,"parte":null,"parcela":null,"receipt_id":null,"payment_id":"01a1f561-b96d-7ef9-a529-fb6e8f4c0450","vencimento":"2026-11-19","percentual":0.000000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":0.00,"credito":3.00,"motivo":null,"created_at":"2026-11-19T19:56:24.811+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":15,"tipo":"paga","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","origem_id":"01a1f561-b940-7073-b1ca-ccf5c75242c4","parte":1,"parcela":null,"receipt_id":null,"payment_id":"01a1f561-b96d-7ef9-a529-fb6e8f4c0450","vencimento":"2026-11-19","percentual":0.000000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":2.00,"credito":0.00,"motivo":null,"created_at":"2026-11-19T19:56:24.811+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":16,"tipo":"paga","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","origem_id":"01a1f561-b7a0-750b-8852-637594e63a21","parte":3,"parcela":1,"receipt_id":null,"payment_id":"01a1f561-b96d-7ef9-a529-fb6e8f4c0450","vencimento":"2026-12-10","percentual":7.500000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":1.00,"credito":0.00,"motivo":null,"created_at":"2026-11-19T19:56:24.811+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":17,"tipo":"paga","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","origem_id":null,"parte":null,"parcela":null,"receipt_id":null,"payment_id":"01a1f561-b96d-7ef9-a529-fb6e8f4c0450","vencimento":"2026-11-19","percentual":0.000000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":0.00,"credito":-3.00,"motivo":null,"created_at":"2026-11-19T19:56:24.811+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":18,"tipo":"estornada","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","origem_id":"01a1f561-b7a0-750b-8852-637594e63a21","parte":3,"parcela":1,"receipt_id":null,"payment_id":"01a1f561-b96d-7ef9-a529-fb6e8f4c0450","vencimento":"2026-12-10","percentual":7.500000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":-1.00,"credito":0.00,"motivo":"pagamento estornado","created_at":"2026-11-19T19:56:24.858+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":19,"tipo":"estornada","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","origem_id":"01a1f561-b940-7073-b1ca-ccf5c75242c4","parte":1,"parcela":null,"receipt_id":null,"payment_id":"01a1f561-b96d-7ef9-a529-fb6e8f4c0450","vencimento":"2026-11-19","percentual":0.000000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":-2.00,"credito":0.00,"motivo":"pagamento estornado","created_at":"2026-11-19T19:56:24.858+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":20,"tipo":"estornada","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","origem_id":null,"parte":null,"parcela":null,"receipt_id":null,"payment_id":"01a1f561-b96d-7ef9-a529-fb6e8f4c0450","vencimento":"2026-11-19","percentual":0.000000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":0.00,"credito":-3.00,"motivo":"pagamento estornado","created_at":"2026-11-19T19:56:24.858+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":21,"tipo":"estornada","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","origem_id":null,"parte":null,"parcela":null,"receipt_id":null,"payment_id":"01a1f561-b96d-7ef9-a529-fb6e8f4c0450","vencimento":"2026-11-19","percentual":0.000000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":0.00,"credito":3.00,"motivo":"pagamento estornado","created_at":"2026-11-19T19:56:24.858+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":22,"tipo":"paga","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","origem_id":null,"parte":null,"parcela":null,"receipt_id":null,"payment_id":"01a1f561-b9ba-7026-a9b0-5311a40d15ba","vencimento":"2026-11-19","percentual":0.000000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":0.00,"credito":1.00,"motivo":null,"created_at":"2026-11-19T19:56:24.89+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":23,"tipo":"paga","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","origem_id":"01a1f561-b940-7073-b1ca-ccf5c75242c4","parte":1,"parcela":null,"receipt_id":null,"payment_id":"01a1f561-b9ba-7026-a9b0-5311a40d15ba","vencimento":"2026-11-19","percentual":0.000000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":1.00,"credito":0.00,"motivo":null,"created_at":"2026-11-19T19:56:24.89+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":24,"tipo":"paga","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","origem_id":null,"parte":null,"parcela":null,"receipt_id":null,"payment_id":"01a1f561-b9ba-7026-a9b0-5311a40d15ba","vencimento":"2026-11-19","percentual":0.000000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":0.00,"credito":-1.00,"motivo":null,"created_at":"2026-11-19T19:56:24.89+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":25,"tipo":"paga","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","origem_id":null,"parte":null,"parcela":null,"receipt_id":null,"payment_id":"01a1f561-ba07-7d5d-b77a-c28119d665ed","vencimento":"2026-11-19","percentual":0.000000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":0.00,"credito":1.00,"motivo":null,"created_at":"2026-11-19T19:56:24.967+00:00"}
]');
insert into sales.commission_part (empresa_id, origem_id, parte, representada_id, parcela, receipt_id, vencimento, percentual, base, prevista, devida, paga, motivo) select empresa_id, origem_id, parte, representada_id, parcela, receipt_id, vencimento, percentual, base, prevista, devida, paga, motivo from json_populate_recordset(null::sales.commission_part, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","origem_id":"01a1f561-b7a0-750b-8852-637594e63a21","parte":2,"representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","parcela":1,"receipt_id":"01a1f561-b85d-79f6-a918-c0b4fc6902db","vencimento":"2026-12-10","percentual":7.500000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":0.00,"motivo":null},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","origem_id":"01a1f561-b7a0-750b-8852-637594e63a21","parte":1,"representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","parcela":1,"receipt_id":null,"vencimento":"2026-03-10","percentual":7.500000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":0.00,"motivo":null},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","origem_id":"01a1f561-b7a0-750b-8852-637594e63a21","parte":4,"representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","parcela":null,"receipt_id":null,"vencimento":"2026-12-10","percentual":7.500000,"base":40.00,"prevista":0.00,"devida":3.00,"paga":0.00,"motivo":null},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","origem_id":"01a1f561-b804-7ace-b58e-41555193f775","parte":1,"representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","parcela":null,"receipt_id":null,"vencimento":"2026-03-10","percentual":7.500000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":0.00,"motivo":null},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","origem_id":"01a1f561-b7a0-750b-8852-637594e63a21","parte":3,"representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","parcela":1,"receipt_id":"01a1f561-b8c0-7bff-a817-ed07e9e0f2ce","vencimento":"2026-12-10","percentual":7.500000,"base":60.00,"prevista":0.00,"devida":4.50,"paga":0.00,"motivo":null},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","origem_id":"01a1f561-b940-7073-b1ca-ccf5c75242c4","parte":1,"representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","parcela":null,"receipt_id":null,"vencimento":"2026-11-19","percentual":0.000000,"base":0.00,"prevista":0.00,"devida":2.00,"paga":1.00,"motivo":"Meta"}
]');
insert into sales.commission_payment (empresa_id, id, representada_id, data, valor, referencia, conciliacao, credito, created_at, estornado_em) select empresa_id, id, representada_id, data, valor, referencia, conciliacao, credito, created_at, estornado_em from json_populate_recordset(null::sales.commission_payment, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","id":"01a1f561-b96d-7ef9-a529-fb6e8f4c0450","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","data":"2026-11-19","valor":3.00,"referencia":"","conciliacao":null,"credito":0.00,"created_at":"2026-11-19T19:56:24.813+00:00","estornado_em":"2026-11-19T19:56:24.858+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","id":"01a1f561-b9ba-7026-a9b0-5311a40d15ba","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","data":"2026-11-19","valor":1.00,"referencia":"","conciliacao":null,"credito":0.00,"created_at":"2026-11-19T19:56:24.89+00:00","estornado_em":null},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","id":"01a1f561-ba07-7d5d-b77a-c28119d665ed","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","data":"2026-11-19","valor":1.00,"referencia":"","conciliacao":"2676245f2fa12f7d5c93054dc1d2840da8a3e88f2b2c26c4662fad2a1dd1d3c3","credito":1.00,"created_at":"2026-11-19T19:56:24.967+00:00","estornado_em":null}
]');
insert into sales.kept_answer (empresa_id, key, fingerprint, status, record, created_at) select empresa_id, key, fingerprint, status, record, created_at from json_populate_recordset(null::sales.kept_answer, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","key":"f484a346-fb18-42ce-9b07-2bbb8507ced3","fingerprint":"\\x9e2d592e431d1d49e51e04c579e485063c556f0ecdee68a10caacf32a00d8863","status":201,"record":{"id": "01a1f561-b7a0-750b-8852-637594e63a21", "data": "2026-02-10", "itens": [{"comissao": 7.5, "produto_id": "SKU-b78e92d6-1910-45e9-ad93-eeed97f9207f", "quantidade": 2, "valor_total": 100, "valor_unitario": 50}], "change": 1, "pedido": "18bbdfd2-2ae7-42de-a3d7-25c3ea77a428", "status": "Pedido", "version": 1, "comissao": 7.50, "recebido": 0.00, "cliente_id": "01a1f561-b35d-73ee-885a-db0d5d51ae11", "created_at": "2026-11-19T19:56:24.352+00:00", "empresa_id": "01900000-0000-7000-8000-00000000000a", "updated_at": "2026-11-19T19:56:24.352+00:00", "search_text": "18bbdfd2-2ae7-42de-a3d7-25c3ea77a428", "valor_total": 100.00, "comissao_dia": 10, "comissao_taxa": 5.000000, "comissao_quando": "recebimento", "representada_id": "01a1f561-b128-73bc-9a87-3f10bc27afd1", "comissao_percentual": 7.500000},"created_at":"2026-11-19T19:56:24.325745+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","key":"f65e00a7-aa00-4fad-b9a9-894269107ce1","fingerprint":"\\x0098c4e7da2cfcc48f4155acb272f7eae66331adb7d41820093292eadcc42ce9","status":201,"record":{"id": "01a1f561-b804-7ace-b58e-41555193f775", "data": "2026-02-10", "itens": [{"comissao": 7.5, "produto_id": "SKU-b78e92d6-1910-45e9-ad93-eeed97f9207f", "quantidade": 2, "valor_total": 100, "valor_unitario": 50}], "change": 2, "pedido": "PED-2026-0001", "status": "PAGA", "pago_em": "2026-02-10", "version": 1, "comissao": 7.50, "recebido": 100.00, "cliente_id": "01a1f561-b35d-73ee-885a-db0d5d51ae11", "created_at": "2026-11-19T19:56:24.452+00:00", "empresa_id": "01900000-0000-7000-8000-00000000000a", "updated_at": "2026-11-19T19:56:24.452+00:00", "faturada_em": "2026-02-10", "search_text": "ped-2026-0001", "valor_total": 100.00, "comissao_dia": 10, "comissao_taxa": 5.000000, "comissao_quando": "recebimento", "representada_id": "01a1f561-b128-73bc-9a87-3f10bc27afd1", "comissao_percentual": 7.500000},"created_at":"2026-11-19T19:56:24.45074+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","key":"6571d2d5-6c7f-4a9f-b3e9-6e6aa572fde4","fingerprint":"\\x0374167f37c17c442983e8448170821ca6dbf7e95eb3f962136f83c59290da10","status":201,"record":{"id": "01a1f561-b85d-79f6-a918-c0b4fc6902db", "data": "2026-11-19", "valor": 40, "sale_id": "01a1f561-b7a0-750b-8852-637594e63a21", "parcelas": [{"valor": 40, "parcela": 1, "comissao": 3}], "automatico": false, "created_at": "2026-11-19T19:56:24.532+00:00"},"created_at":"2026-11-19T19:56:24.531525+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","key":"7713006a-e435-41ae-94ea-e694fa651a25","fingerprint":"\\xb1ad4158950b9047ab9be50e42aaa11cdc119f4d3243b146e1840ef05060229f","status":201,"record":{"id": "01a1f561-b8c0-7bff-a817-ed07e9e0f2ce", "data": "2026-11-19", "valor": 60, "sale_id": "01a1f561-b7a0-750b-8852-637594e63a21", "parcelas": [{"valor": 60, "parcela": 1, "comissao": 4.5}], "automatico": false, "created_at": "2026-11-19T19:56:24.64+00:00"},"created_at":"2026-11-19T19:56:24.640481+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","key":"a6c01e8d-ba2f-4575-a3d7-0c62372f3548","fingerprint":"\\x82b81abe6e76fe1dd2ba47a4910b6038e916c1299d7231ff27b004779ce5e582","status":201,"record":{"id": "01a1f561-b940-7073-b1ca-ccf5c75242c4", "valor": 2, "motivo": "Meta", "created_at": "2026-11-19T19:56:24.764+00:00", "vencimento": "2026-11-19", "representada_id": "01a1f561-b128-73bc-9a87-3f10bc27afd1"},"created_at":"2026-11-19T19:56:24.763581+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","key":"1a76ce09-bd6a-49e1-aeaf-6cb4df1b4a88","fingerprint":"\\x9a981478b862de7fd462851a7847dcc34fc9c24da8f38a23d8980e07650ff812","status":201,"record":{"id": "01a1f561-b96d-7ef9-a529-fb6e8f4c0450", "data": "2026-11-19", "valor": 3.00, "credito": 0.00, "alocacao": [{"parte": 3, "valor": 1.00, "pedido": "18bbdfd2-2ae7-42de-a3d7-25c3ea77a428", "sale_id": "01a1f561-b7a0-750b-8852-637594e63a21"}, {"parte": 1, "valor": 2.00, "pedido": null, "sale_id": null, "ajuste_id": "01a1f561-b940-7073-b1ca-ccf5c75242c4"}], "alocacoes": 2, "created_at": "2026-11-19T19:56:24.813+00:00", "referencia": "", "estornado_em": null, "representada_id": "01a1f561-b128-73bc-9a87-3f10bc27afd1"},"created_at":"2026-11-19T19:56:24.810505+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","key":"89e00045-66ac-4d58-a422-150bf43719a1","fingerprint":"\\xc0df6706cfc23e897f96d1cacf417aa62a1f61051c4c2e30ad073e0142bbff83","status":201,"record":{"id": "01a1f561-b9ba-7026-a9b0-5311a40d15ba", "data": "2026-11-19", "valor": 1.00, "credito": 0.00, "alocacao": [{"parte": 1, "valor": 1.00, "pedido": null, "sale_id": null, "ajuste_id": "01a1f561-b940-7073-b1ca-ccf5c75242c4"}], "alocacoes": 1, "created_at": "2026-11-19T19:56:24.89+00:00", "referencia": "", "estornado_em": null, "representada_id": "01a1f561-b128-73bc-9a87-3f10bc27afd1"},"created_at":"2026-11-19T19:56:24.889702+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","key":"e1f6873c-1e52-42ac-a8c3-697b45c34603","fingerprint":"\\x6d84b270d1c2df2d89afcf6e9647f799600b719825f4bceacc70f4401d63b722","status":201,"record":{"mes": "2026-03", "totais": {"valor": 0, "ja_pago": 0, "valor_informado": 1}, "ajustes": [], "credito": 1.00, "ausentes": [], "conferem": [], "divergem": [], "outros_meses": [{"valor": 7.5, "pedido": "18bbdfd2-2ae7-42de-a3d7-25c3ea77a428", "sale_id": "01a1f561-b7a0-750b-8852-637594e63a21", "valor_informado": 1}], "pagamento_id": "01a1f561-ba07-7d5d-b77a-c28119d665ed", "desconhecidos": [], "representada_id": "01a1f561-b128-73bc-9a87-3f10bc27afd1"},"created_at":"2026-11-19T19:56:24.967407+00:00"}
]');
insert into sales.reference (empresa_id, id, kind, nome, revision, fence_epoch, voided_epoch) select empresa_id, id, kind, nome, revision, fence_epoch, voided_epoch from json_populate_recordset(null::sales.reference, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","kind":"representada","nome":"18bbdfd2-2ae7-42de-a3d7-25c3ea77a428","revision":1,"fence_epoch":null,"voided_epoch":0},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","id":"01a1f561-b1b4-7ee0-8537-5c1adc339349","kind":"representada","nome":"","revision":-1,"fence_epoch":1,"voided_epoch":0},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","id":"01a1f561-b35d-73ee-885a-db0d5d51ae11","kind":"client","nome":"18bbdfd2-2ae7-42de-a3d7-25c3ea77a428","revision":1,"fence_epoch":null,"voided_epoch":0},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","id":"01a1f561-b402-7b7a-bffb-a2d426a677a3","kind":"client","nome":"","revision":-1,"fence_epoch":1,"voided_epoch":0}
]');
insert into sales.sale (empresa_id, id, pedido, data, cliente_id, representada_id, status, valor_total, comissao_quando, comissao_dia, comissao_taxa, comissao_percentual, comissao, parcelas, recebido, pago_em, faturada_em, id_externo, created_at, updated_at, version, change) select empresa_id, id, pedido, data, cliente_id, representada_id, status, valor_total, comissao_quando, comissao_dia, comissao_taxa, comissao_percentual, comissao, parcelas, recebido, pago_em, faturada_em, id_externo, created_at, updated_at, version, change from json_populate_recordset(null::sales.sale, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","id":"01a1f561-b7a0-750b-8852-637594e63a21","pedido":"18bbdfd2-2ae7-42de-a3d7-25c3ea77a428","data":"2026-02-10","cliente_id":"01a1f561-b35d-73ee-885a-db0d5d51ae11","representada_id":"01a1f561-b128-73bc-9a87-3f10bc27afd1","status":"PAGA","valor_total":100.00,"comissao_quando":"recebimento","comissao_dia":10,"comissao_taxa":5.000000,"comissao_percentual":7.500000,"comissao":7.50,"parcelas":null,"recebido":100.00,"pago_em":"2026-11-19","faturada_em":"2026-11-19","id_externo":null,"created_at":"2026-11-19T19:56:24.352+00:00","updated_at":"2026-11-19T19:56:24.697+00:00","version":5,"change":6}
]');
insert into sales.sale_counter (empresa_id, ano, total, last_pedido) select empresa_id, ano, total, last_pedido from json_populate_recordset(null::sales.sale_counter, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","ano":2026,"total":1,"last_pedido":1}
]');
insert into sales.sale_history (empresa_id, sale_id, version, alterado_em, chave_id, chave_prefixo, de, para, motivo) select empresa_id, sale_id, version, alterado_em, chave_id, chave_prefixo, de, para, motivo from json_populate_recordset(null::sales.sale_history, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","sale_id":"01a1f561-b7a0-750b-8852-637594e63a21","version":2,"alterado_em":"2026-11-19T19:56:24.532+00:00","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","chave_prefixo":"demo-empresa-a","de":{"recebido": 0},"para":{"recebido": 40},"motivo":null},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","sale_id":"01a1f561-b7a0-750b-8852-637594e63a21","version":3,"alterado_em":"2026-11-19T19:56:24.599+00:00","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","chave_prefixo":"demo-empresa-a","de":{"recebido": 40},"para":{"recebido": 0},"motivo":"recebimento desfeito"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","sale_id":"01a1f561-b7a0-750b-8852-637594e63a21","version":4,"alterado_em":"2026-11-19T19:56:24.64+00:00","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","chave_prefixo":"demo-empresa-a","de":{"recebido": 0},"para":{"recebido": 60},"motivo":null},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","sale_id":"01a1f561-b7a0-750b-8852-637594e63a21","version":5,"alterado_em":"2026-11-19T19:56:24.697+00:00","chave_id":"01a1f561-97c1-790f-9085-44f31b0879c3","chave_prefixo":"demo-empresa-a","de":{"status": "Pedido", "recebido": 60},"para":{"status": "PAGA", "recebido": 100},"motivo":"Pago"}
]');
insert into sales.sale_item (empresa_id, sale_id, posicao, produto_id, quantidade, valor_unitario, valor_total, comissao) select empresa_id, sale_id, posicao, produto_id, quantidade, valor_unitario, valor_total, comissao from json_populate_recordset(null::sales.sale_item, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","sale_id":"01a1f561-b7a0-750b-8852-637594e63a21","posicao":1,"produto_id":"SKU-b78e92d6-1910-45e9-ad93-eeed97f9207f","quantidade":2.000000,"valor_unitario":50.000000,"valor_total":100.00,"comissao":7.500000}
]');
insert into sales.sale_receipt (empresa_id, sale_id, id, parcela, data, valor, comissao, created_at) select empresa_id, sale_id, id, parcela, data, valor, comissao, created_at from json_populate_recordset(null::sales.sale_receipt, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","sale_id":"01a1f561-b7a0-750b-8852-637594e63a21","id":"01a1f561-b8c0-7bff-a817-ed07e9e0f2ce","parcela":1,"data":"2026-11-19","valor":60.00,"comissao":4.50,"created_at":"2026-11-19T19:56:24.64+00:00"}
]');
insert into sales.tombstone (empresa_id, resource, change, id, deleted_at) select empresa_id, resource, change, id, deleted_at from json_populate_recordset(null::sales.tombstone, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","resource":"sale","change":7,"id":"01a1f561-b804-7ace-b58e-41555193f775","deleted_at":"2026-11-19T19:56:24.714+00:00"}
]');
reset session_replication_role;

-- The functions.

reset role; set role gateway; set search_path = gateway, extensions;

-- postgres/sql/refuse.sql
-- Ends the transaction with a refusal, in the form of a constraint violation that the repository translates (`withErrors`).
create or replace function refuse(p_constraint text, p_detail text default '') returns void language plpgsql as $$
begin
  raise exception '%', p_constraint using constraint = p_constraint, detail = p_detail;
end $$;
insert into applied_sql (name, checksum) values ('postgres/sql/refuse.sql', '00c49af8d9ee594ccdc38ab28a553e413e0bead484afc426d84e1bdb9aaeac0d');

-- records/sql/audit.sql
-- Adds an entry to the company's chain, and returns its number. Called in the transaction of the change itself, under the lock of
-- the company's change sequence.
create or replace function audit(
  p_empresa_id uuid, p_numero bigint, p_caller jsonb, p_operacao text, p_recurso text, p_id text, p_campos text[]
) returns bigint language plpgsql as $$
declare
  moment timestamptz(3);
  last_moment timestamptz(3);
  last_hash bytea;
  new_entry text;
begin
  select hash, em into last_hash, last_moment from audit_entry where empresa_id = p_empresa_id order by numero desc limit 1;
  if last_hash is null then
    select hash, audit_checkpoint.em into last_hash, last_moment from audit_checkpoint where empresa_id = p_empresa_id;
  end if;
  -- Times grow along the chain, also when the clock is set back.
  moment := greatest(clock_timestamp(), last_moment);
  new_entry := json_build_object(
    'empresa_id', p_empresa_id, 'numero', p_numero,
    'em', to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'operacao', p_operacao, 'recurso', p_recurso, 'id', p_id, 'campos', p_campos,
    'chave_id', p_caller -> 'chave_id', 'chave_prefixo', p_caller -> 'chave_prefixo',
    'operador', p_caller -> 'operador',
    'request_id', p_caller -> 'request_id', 'endereco', p_caller -> 'endereco'
  );
  insert into audit_entry (empresa_id, numero, em, recurso, registro_id, chave_id, entry, hash)
    values (p_empresa_id, p_numero, moment, p_recurso, p_id, (p_caller ->> 'chave_id')::uuid, new_entry,
      sha256(coalesce(last_hash, '') || convert_to(new_entry, 'UTF8')));
  return p_numero;
end $$;

-- Removes a company's entries up to a number, and leaves a checkpoint from which the chain goes on.
create or replace function cut_audit(p_empresa_id uuid, p_numero bigint, p_hash bytea, p_em text, p_signature bytea) returns int
language plpgsql as $$
declare
  removed int;
begin
  insert into audit_checkpoint as existing (empresa_id, numero, hash, em, signature)
    values (p_empresa_id, p_numero, p_hash, p_em, p_signature)
    on conflict (empresa_id) do update
      set numero = excluded.numero, hash = excluded.hash, em = excluded.em, signature = excluded.signature
      where existing.numero < excluded.numero;
  if not found then return 0; end if;
  delete from audit_entry where empresa_id = p_empresa_id and numero <= p_numero;
  get diagnostics removed = row_count;
  return removed;
end $$;
insert into applied_sql (name, checksum) values ('records/sql/audit.sql', '9444c5f581f6464ffc8d8d3dc43555da7963c2b0604683d2fb28d3291bedb870');

-- records/sql/check_write.sql
-- Refuses a write of a record that does not exist, or of which If-Match named other versions (null: any version will do). Returns the
-- change number: the audit takes it from here, so that it comes after the check.
create or replace function check_write(p_change bigint, p_id text, p_version int, p_versions int[]) returns bigint
language plpgsql as $$
begin
  if p_id is null then perform refuse('record_missing'); end if;
  if p_version <> all (p_versions) then perform refuse('version_mismatch'); end if;
  return p_change;
end $$;
insert into applied_sql (name, checksum) values ('records/sql/check_write.sql', '6a51367d5094a74cd6f3df68fdc7efec6ee059cbe6a88ec8a92974a1931741d2');

-- records/sql/idempotency.sql
-- Claims the single execution that a key allows. Returns what prevents it, or null. A second request with the key is
-- refused while the first is running, not queued. The lock belongs to the transaction, so a crash frees the key, and to
-- the schema, so the same key at two services does not collide.
create or replace function try_claim_key(p_empresa_id uuid, p_key text) returns text language plpgsql as $$
begin
  if p_key is null then return null; end if;
  if not pg_try_advisory_xact_lock(hashtextextended(current_schema || ' ' || p_empresa_id || ' ' || p_key, 0)) then
    return 'kept_answer_running';
  end if;
  if exists (
    select from kept_answer
    where empresa_id = p_empresa_id and key = p_key and created_at > now() - interval '24 hours'
  ) then
    return 'kept_answer_exists';
  end if;
  return null;
end $$;

-- try_claim_key for a function that creates one record: refused when something prevents it.
create or replace function claim_key(p_empresa_id uuid, p_key text) returns void language plpgsql as $$
declare
  prevented_by text := try_claim_key(p_empresa_id, p_key);
begin
  if prevented_by is not null then perform refuse(prevented_by); end if;
end $$;

-- Keeps an answer in the transaction that gave it, if the request had a key.
create or replace function keep_answer(
  p_empresa_id uuid, p_key text, p_fingerprint bytea, p_status int, p_record jsonb
) returns void language plpgsql as $$
begin
  if p_key is null then return; end if;
  insert into kept_answer (empresa_id, key, fingerprint, status, record)
    values (p_empresa_id, p_key, p_fingerprint, p_status, p_record)
  -- The key was claimed, so an existing row is older than 24 hours.
  on conflict (empresa_id, key) do update set
    fingerprint = excluded.fingerprint, status = excluded.status, record = excluded.record,
    created_at = excluded.created_at;
end $$;

-- Keeps an answer that created nothing; of each company the newest thousand, since refusals cost their caller nothing.
-- Refused while a request with the key may be creating a record, and after it did.
create or replace function keep_refusal(
  p_empresa_id uuid, p_key text, p_fingerprint bytea, p_status int, p_record jsonb
) returns void language plpgsql as $$
begin
  perform claim_key(p_empresa_id, p_key);
  perform keep_answer(p_empresa_id, p_key, p_fingerprint, p_status, p_record);
  delete from kept_answer where ctid = any (array(
    select ctid from kept_answer where empresa_id = p_empresa_id and status >= 400
    order by created_at desc offset 1000 limit 100
  )) and empresa_id = p_empresa_id and status >= 400;
end $$;
insert into applied_sql (name, checksum) values ('records/sql/idempotency.sql', '4f9595d3b588c7a844baaae5cf0038c4b67ec01b342260a48acd3c548e371c67');

-- records/sql/prune_tombstones.sql
-- Removes up to 500 tombstones older than 90 days, of one company and resource, and notes how far they were removed. Returns
-- how many. One company per call: this locks its sequence, and the locks of several companies would be held together.
-- Their places (ctid) are stable, because tombstones are never updated. After the clock was set back, some before them may be
-- younger: a follower that has not read those starts again without need.
create or replace function prune_tombstones() returns int language plpgsql as $$
declare
  oldest tombstone;
  removed int;
  newest bigint;
begin
  select * into oldest from tombstone where deleted_at < now() - interval '90 days' order by deleted_at limit 1;
  if not found then return 0; end if;

  with gone as (
    delete from tombstone where ctid = any (array(
      select ctid from tombstone
      where empresa_id = oldest.empresa_id and resource = oldest.resource and deleted_at < now() - interval '90 days'
      order by change limit 500
    ))
    returning change
  )
  select count(*), max(change) into removed, newest from gone;
  update change_sequence set pruned = greatest(pruned, newest) where empresa_id = oldest.empresa_id;
  return removed;
end $$;
insert into applied_sql (name, checksum) values ('records/sql/prune_tombstones.sql', '1e7ac856aa533137f71ef090c42d67a17925e35d6b83fbff586ba84386afde43');

-- records/sql/registers.sql
-- Moves a company's records to a register of its own, or back to the shared one. `p_value`: what is unique there, an expression over
-- `p_table`. Returns values that another company of the shared register has; then nothing is changed. A value that appears meanwhile
-- breaks the unique index: the caller looks again. The company's writes wait, and take the register that is in force after them.
create or replace function move_register(p_empresa_id uuid, p_is_own boolean, p_table text, p_value text) returns text[]
language plpgsql as $$
declare
  shared constant uuid := '00000000-0000-0000-0000-000000000000';
  taken text[];
begin
  insert into change_sequence as existing (empresa_id) values (p_empresa_id)
    on conflict (empresa_id) do update set last = existing.last;
  if p_is_own then
    insert into own_register (empresa_id) values (p_empresa_id) on conflict do nothing;
  elsif exists (select from own_register where empresa_id = p_empresa_id) then
    -- A lookup for each value, whatever the statistics say.
    execute format('
      select array_agg(own_value) from (
        select own_value from (select %1$s as own_value from %2$I where empresa_id = $1 offset 0) own
        where exists (select from %2$I where register_id = $2 and %1$s = own_value offset 0)
        limit 10
      ) found', p_value, p_table) into taken using p_empresa_id, shared;
    if taken is not null then return taken; end if;
    delete from own_register where empresa_id = p_empresa_id;
  end if;
  execute format('update %I set register_id = $2 where empresa_id = $1 and register_id <> $2', p_table)
    using p_empresa_id, register_of(p_empresa_id);
  return '{}';
end $$;
insert into applied_sql (name, checksum) values ('records/sql/registers.sql', '337b61fbd799f396380ed9f54a1583348d4603ca60390eb6d4c6d48d0e3ecf06');

-- gateway/sql/keys.sql
-- Is the key neither revoked nor expired? One expression, which the planner inlines.
create or replace function is_valid_key(p_key api_key) returns boolean language sql stable as $$
  select p_key.revoked_at is null and (p_key.expira_em is null or p_key.expira_em > now());
$$;

-- The hashes of a company's valid keys. Volatile, so that it sees those that were issued while its statement waited for a lock.
create or replace function valid_key_hashes(p_empresa_id uuid) returns json language sql volatile as $$
  select coalesce(json_agg(encode(hash, 'hex')), '[]') from api_key where empresa_id = p_empresa_id and is_valid_key(api_key);
$$;

-- Refuses the end of a company's last key of scope admin: neither its successor (p_until) nor another key lasts as long. Volatile,
-- so that it sees keys that were issued while its statement waited for the company's lock.
create or replace function check_last_admin_key(p_key api_key, p_until timestamptz) returns void language plpgsql as $$
begin
  if p_key.escopo <> 'admin' or coalesce(p_until, 'infinity') >= coalesce(p_key.expira_em, 'infinity') then return; end if;
  if not exists (
    select from api_key
    where empresa_id = p_key.empresa_id and id <> p_key.id and escopo = 'admin' and revoked_at is null
      and (expira_em is null or expira_em >= p_key.expira_em)
  ) then
    perform refuse('key_last_admin');
  end if;
end $$;

-- Refuses one key more when a company has p_max valid ones. Also removes its oldest keys that are no longer valid beyond a
-- thousand, so that issuing and revoking over and over does not fill the table. The company's writes must be locked.
create or replace function make_room_for_key(p_empresa_id uuid, p_max int) returns void language plpgsql as $$
begin
  delete from api_key where id = any (array(
    select id from (
      -- Without this fence the planner may read the keys of all companies in the order of their ids.
      select id from api_key where empresa_id = p_empresa_id and not is_valid_key(api_key) offset 0
    ) invalid
    order by id desc offset 1000
  ));
  if (select count(*) from api_key where empresa_id = p_empresa_id and is_valid_key(api_key)) >= p_max then
    perform refuse('key_too_many');
  end if;
end $$;
insert into applied_sql (name, checksum) values ('gateway/sql/keys.sql', '5e630f82a71b18932aa5de44f3e9944c6f0df4a0a013dbb53594d94eba22a9f7');

reset role; set role sales; set search_path = sales, extensions;

-- postgres/sql/refuse.sql
-- Ends the transaction with a refusal, in the form of a constraint violation that the repository translates (`withErrors`).
create or replace function refuse(p_constraint text, p_detail text default '') returns void language plpgsql as $$
begin
  raise exception '%', p_constraint using constraint = p_constraint, detail = p_detail;
end $$;
insert into applied_sql (name, checksum) values ('postgres/sql/refuse.sql', '00c49af8d9ee594ccdc38ab28a553e413e0bead484afc426d84e1bdb9aaeac0d');

-- records/sql/audit.sql
-- Adds an entry to the company's chain, and returns its number. Called in the transaction of the change itself, under the lock of
-- the company's change sequence.
create or replace function audit(
  p_empresa_id uuid, p_numero bigint, p_caller jsonb, p_operacao text, p_recurso text, p_id text, p_campos text[]
) returns bigint language plpgsql as $$
declare
  moment timestamptz(3);
  last_moment timestamptz(3);
  last_hash bytea;
  new_entry text;
begin
  select hash, em into last_hash, last_moment from audit_entry where empresa_id = p_empresa_id order by numero desc limit 1;
  if last_hash is null then
    select hash, audit_checkpoint.em into last_hash, last_moment from audit_checkpoint where empresa_id = p_empresa_id;
  end if;
  -- Times grow along the chain, also when the clock is set back.
  moment := greatest(clock_timestamp(), last_moment);
  new_entry := json_build_object(
    'empresa_id', p_empresa_id, 'numero', p_numero,
    'em', to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'operacao', p_operacao, 'recurso', p_recurso, 'id', p_id, 'campos', p_campos,
    'chave_id', p_caller -> 'chave_id', 'chave_prefixo', p_caller -> 'chave_prefixo',
    'operador', p_caller -> 'operador',
    'request_id', p_caller -> 'request_id', 'endereco', p_caller -> 'endereco'
  );
  insert into audit_entry (empresa_id, numero, em, recurso, registro_id, chave_id, entry, hash)
    values (p_empresa_id, p_numero, moment, p_recurso, p_id, (p_caller ->> 'chave_id')::uuid, new_entry,
      sha256(coalesce(last_hash, '') || convert_to(new_entry, 'UTF8')));
  return p_numero;
end $$;

-- Removes a company's entries up to a number, and leaves a checkpoint from which the chain goes on.
create or replace function cut_audit(p_empresa_id uuid, p_numero bigint, p_hash bytea, p_em text, p_signature bytea) returns int
language plpgsql as $$
declare
  removed int;
begin
  insert into audit_checkpoint as existing (empresa_id, numero, hash, em, signature)
    values (p_empresa_id, p_numero, p_hash, p_em, p_signature)
    on conflict (empresa_id) do update
      set numero = excluded.numero, hash = excluded.hash, em = excluded.em, signature = excluded.signature
      where existing.numero < excluded.numero;
  if not found then return 0; end if;
  delete from audit_entry where empresa_id = p_empresa_id and numero <= p_numero;
  get diagnostics removed = row_count;
  return removed;
end $$;
insert into applied_sql (name, checksum) values ('records/sql/audit.sql', '9444c5f581f6464ffc8d8d3dc43555da7963c2b0604683d2fb28d3291bedb870');

-- records/sql/check_write.sql
-- Refuses a write of a record that does not exist, or of which If-Match named other versions (null: any version will do). Returns the
-- change number: the audit takes it from here, so that it comes after the check.
create or replace function check_write(p_change bigint, p_id text, p_version int, p_versions int[]) returns bigint
language plpgsql as $$
begin
  if p_id is null then perform refuse('record_missing'); end if;
  if p_version <> all (p_versions) then perform refuse('version_mismatch'); end if;
  return p_change;
end $$;
insert into applied_sql (name, checksum) values ('records/sql/check_write.sql', '6a51367d5094a74cd6f3df68fdc7efec6ee059cbe6a88ec8a92974a1931741d2');

-- records/sql/idempotency.sql
-- Claims the single execution that a key allows. Returns what prevents it, or null. A second request with the key is
-- refused while the first is running, not queued. The lock belongs to the transaction, so a crash frees the key, and to
-- the schema, so the same key at two services does not collide.
create or replace function try_claim_key(p_empresa_id uuid, p_key text) returns text language plpgsql as $$
begin
  if p_key is null then return null; end if;
  if not pg_try_advisory_xact_lock(hashtextextended(current_schema || ' ' || p_empresa_id || ' ' || p_key, 0)) then
    return 'kept_answer_running';
  end if;
  if exists (
    select from kept_answer
    where empresa_id = p_empresa_id and key = p_key and created_at > now() - interval '24 hours'
  ) then
    return 'kept_answer_exists';
  end if;
  return null;
end $$;

-- try_claim_key for a function that creates one record: refused when something prevents it.
create or replace function claim_key(p_empresa_id uuid, p_key text) returns void language plpgsql as $$
declare
  prevented_by text := try_claim_key(p_empresa_id, p_key);
begin
  if prevented_by is not null then perform refuse(prevented_by); end if;
end $$;

-- Keeps an answer in the transaction that gave it, if the request had a key.
create or replace function keep_answer(
  p_empresa_id uuid, p_key text, p_fingerprint bytea, p_status int, p_record jsonb
) returns void language plpgsql as $$
begin
  if p_key is null then return; end if;
  insert into kept_answer (empresa_id, key, fingerprint, status, record)
    values (p_empresa_id, p_key, p_fingerprint, p_status, p_record)
  -- The key was claimed, so an existing row is older than 24 hours.
  on conflict (empresa_id, key) do update set
    fingerprint = excluded.fingerprint, status = excluded.status, record = excluded.record,
    created_at = excluded.created_at;
end $$;

-- Keeps an answer that created nothing; of each company the newest thousand, since refusals cost their caller nothing.
-- Refused while a request with the key may be creating a record, and after it did.
create or replace function keep_refusal(
  p_empresa_id uuid, p_key text, p_fingerprint bytea, p_status int, p_record jsonb
) returns void language plpgsql as $$
begin
  perform claim_key(p_empresa_id, p_key);
  perform keep_answer(p_empresa_id, p_key, p_fingerprint, p_status, p_record);
  delete from kept_answer where ctid = any (array(
    select ctid from kept_answer where empresa_id = p_empresa_id and status >= 400
    order by created_at desc offset 1000 limit 100
  )) and empresa_id = p_empresa_id and status >= 400;
end $$;
insert into applied_sql (name, checksum) values ('records/sql/idempotency.sql', '4f9595d3b588c7a844baaae5cf0038c4b67ec01b342260a48acd3c548e371c67');

-- records/sql/prune_tombstones.sql
-- Removes up to 500 tombstones older than 90 days, of one company and resource, and notes how far they were removed. Returns
-- how many. One company per call: this locks its sequence, and the locks of several companies would be held together.
-- Their places (ctid) are stable, because tombstones are never updated. After the clock was set back, some before them may be
-- younger: a follower that has not read those starts again without need.
create or replace function prune_tombstones() returns int language plpgsql as $$
declare
  oldest tombstone;
  removed int;
  newest bigint;
begin
  select * into oldest from tombstone where deleted_at < now() - interval '90 days' order by deleted_at limit 1;
  if not found then return 0; end if;

  with gone as (
    delete from tombstone where ctid = any (array(
      select ctid from tombstone
      where empresa_id = oldest.empresa_id and resource = oldest.resource and deleted_at < now() - interval '90 days'
      order by change limit 500
    ))
    returning change
  )
  select count(*), max(change) into removed, newest from gone;
  update change_sequence set pruned = greatest(pruned, newest) where empresa_id = oldest.empresa_id;
  return removed;
end $$;
insert into applied_sql (name, checksum) values ('records/sql/prune_tombstones.sql', '1e7ac856aa533137f71ef090c42d67a17925e35d6b83fbff586ba84386afde43');

-- records/sql/registers.sql
-- Moves a company's records to a register of its own, or back to the shared one. `p_value`: what is unique there, an expression over
-- `p_table`. Returns values that another company of the shared register has; then nothing is changed. A value that appears meanwhile
-- breaks the unique index: the caller looks again. The company's writes wait, and take the register that is in force after them.
create or replace function move_register(p_empresa_id uuid, p_is_own boolean, p_table text, p_value text) returns text[]
language plpgsql as $$
declare
  shared constant uuid := '00000000-0000-0000-0000-000000000000';
  taken text[];
begin
  insert into change_sequence as existing (empresa_id) values (p_empresa_id)
    on conflict (empresa_id) do update set last = existing.last;
  if p_is_own then
    insert into own_register (empresa_id) values (p_empresa_id) on conflict do nothing;
  elsif exists (select from own_register where empresa_id = p_empresa_id) then
    -- A lookup for each value, whatever the statistics say.
    execute format('
      select array_agg(own_value) from (
        select own_value from (select %1$s as own_value from %2$I where empresa_id = $1 offset 0) own
        where exists (select from %2$I where register_id = $2 and %1$s = own_value offset 0)
        limit 10
      ) found', p_value, p_table) into taken using p_empresa_id, shared;
    if taken is not null then return taken; end if;
    delete from own_register where empresa_id = p_empresa_id;
  end if;
  execute format('update %I set register_id = $2 where empresa_id = $1 and register_id <> $2', p_table)
    using p_empresa_id, register_of(p_empresa_id);
  return '{}';
end $$;
insert into applied_sql (name, checksum) values ('records/sql/registers.sql', '337b61fbd799f396380ed9f54a1583348d4603ca60390eb6d4c6d48d0e3ecf06');

-- tables/sql/import_rows.sql
-- Merges the staged rows of an import into the company's records: all of them, or none when a row has a fault.
-- Locks the company's sequence first, as all writers do, so that they do not deadlock.
-- Counts only when p_dry_run, without a lock: the company's writes go on meanwhile. The caller lets it see a single moment.
-- Each service has the steps for its records: match_import notes which record a row changes and whether it does, import_conflicts
-- finds rows that another row or record excludes. Their lookups are by an index, one row at a time: a plan made for a small import
-- serves a large one.
create or replace function import_rows(
  p_empresa_id uuid, p_import_id uuid, p_dry_run boolean, p_record jsonb, p_caller jsonb
) returns jsonb language plpgsql as $$
declare
  created bigint;
  updated bigint;
  same bigint;
  faulty bigint;
  faults jsonb;
begin
  if not p_dry_run then
    insert into change_sequence as existing (empresa_id) values (p_empresa_id)
      on conflict (empresa_id) do update set last = existing.last;
  end if;
  perform match_import(p_empresa_id, p_import_id);

  -- Faults and conflicts are sorted together, not joined: a plan made for a small import serves a large one.
  select count(distinct line),
    jsonb_agg(jsonb_build_object('line', line, 'field', field, 'reason', reason) order by line, priority)
      filter (where place <= 100)
  into faulty, faults
  from (
    select found.*, dense_rank() over (order by line) as place
    from (
      -- A row without a target is a creation; an update accepts values that a creation refuses.
      select line, 1 as priority, fault.key as field, fault.value as reason
      from import_row row cross join lateral jsonb_each_text(
        case when row.target is null then row.faults else row.change_faults end
      ) fault
      where row.import_id = p_import_id
      union all
      select line, case when reason = 'repeated' then 2 else 3 end, field, reason
      from import_conflicts(p_empresa_id, p_import_id)
    ) found
  ) ranked;

  select count(*) filter (where target is null), count(*) filter (where outcome = 'atualizado'),
    count(*) filter (where outcome = 'inalterado')
  into created, updated, same from import_row where import_id = p_import_id;

  if faulty = 0 and not p_dry_run then
    perform merge_records(p_empresa_id, p_import_id, p_record, p_caller);
  end if;

  return jsonb_build_object('criados', created, 'atualizados', updated, 'inalterados', same, 'faulty', faulty,
    'faults', faults);
end $$;

-- Removes up to 5,000 rows that a crashed process left. Returns how many. No import takes so long.
create or replace function remove_old_import_rows() returns int language plpgsql as $$
declare
  removed int;
begin
  delete from import_row where (import_id, line) in (
    select import_id, line from import_row where staged_at < now() - interval '10 minutes' order by staged_at limit 5000
  );
  get diagnostics removed = row_count;
  return removed;
end $$;
insert into applied_sql (name, checksum) values ('tables/sql/import_rows.sql', '795eedd606c459367988fb4bec8c1e36ce18d8e93f67b76220975f4735416bac');

-- tables/sql/merge_records.sql
-- An entry of the audit for each record that an import has created: those numbered after p_number, in their order.
create or replace function audit_imported(
  p_empresa_id uuid, p_table text, p_resource text, p_number bigint, p_caller jsonb
) returns void language plpgsql as $$
declare
  noted record;
begin
  for noted in
    select change, id from current_change
    where empresa_id = p_empresa_id and resource = p_table and change > p_number order by change
  loop
    perform audit(p_empresa_id, noted.change, p_caller, 'importar', p_resource, noted.id, null);
  end loop;
end $$;

-- Writes the rows of an import that has neither faults nor conflicts: new records in the order of the file, then the changes of
-- others. Called under the lock of the company's sequence. p_record is what the record's definition says (merge-text.ts). Without hash
-- and merge joins each row's record is found by its key: the plan is made while the staged rows have no statistics.
create or replace function merge_records(p_empresa_id uuid, p_import_id uuid, p_record jsonb, p_caller jsonb) returns void
language plpgsql set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  last_change bigint;
  created bigint;
  activated bigint;
  written record;
begin
  select last into last_change from change_sequence where empresa_id = p_empresa_id;
  if p_record ? 'prepare' then
    execute format('select %I($1, $2)', p_record ->> 'prepare') using p_empresa_id, p_import_id;
  end if;
  execute p_record ->> 'create' using p_empresa_id, p_import_id, last_change;
  get diagnostics created = row_count;
  select count(*) into activated from import_row
    where import_id = p_import_id and target is null and (record ->> 'ativo')::boolean;
  perform audit_imported(p_empresa_id, p_record ->> 'table', p_record ->> 'resource', last_change, p_caller);
  last_change := last_change + created;

  for written in execute p_record ->> 'update' using p_empresa_id, p_import_id, last_change
  loop
    last_change := written.change;
    activated := activated + written.activated;
    perform audit(p_empresa_id, written.change, p_caller, 'importar', p_record ->> 'resource', written.id, written.fields);
  end loop;

  insert into record_counter as existing (empresa_id, resource, total, active)
    values (p_empresa_id, p_record ->> 'table', created, activated)
    on conflict (empresa_id, resource) do update
      set total = existing.total + excluded.total, active = existing.active + excluded.active;
  update change_sequence set last = last_change where empresa_id = p_empresa_id;
end $$;
insert into applied_sql (name, checksum) values ('tables/sql/merge_records.sql', 'bf5c10179b364bd02adc2be3808a91cb6fbfb4772b019790e8ef68002e1cf0b3');

-- sales/sql/create_sales.sql
-- Creates sales of one company and one year in one transaction. Each gets its generated values, or the reason of its refusal,
-- which does not affect the others: what try_claim_key says, the constraint sale_pedido_key, or a record that is fenced.
-- First all references are locked, and then the company's sequence of changes: so transactions do not deadlock.
create or replace function create_sales(p_empresa_id uuid, p_sales json)
returns table (n int, id uuid, pedido text, created_at timestamptz, refusal text) language plpgsql as $$
#variable_conflict use_column
declare
  year constant int := (p_sales -> 0 ->> 'ano')::int;
  sale_count constant int := json_array_length(p_sales);
  fenced constant uuid[] := hold_references(p_empresa_id, p_sales);
  new_sale record;
  code text;
  new_id uuid;
  created sale;
  created_count int := 0;
  new_change bigint;
  order_number bigint;
  entries new_commission_entry[] := '{}';
begin
  for new_sale in
    select * from json_to_recordset(p_sales) as sale (
      n int, pedido text, data date, cliente_id uuid, representada_id uuid, status text, valor_total numeric,
      itens json, idempotency_key text, fingerprint bytea, comissao_quando text, comissao_dia smallint, comissao_taxa numeric,
      comissao_percentual numeric, comissao numeric, parcelas jsonb, recebido numeric, pago_em date, faturada_em date,
      entries jsonb, caller jsonb, id_externo text)
    order by n
  loop
    n := new_sale.n;
    id := null;
    pedido := null;
    created_at := null;
    refusal := coalesce(try_claim_key(p_empresa_id, new_sale.idempotency_key), case
      when new_sale.cliente_id = any (fenced) then 'client_fenced'
      when new_sale.representada_id = any (fenced) then 'representada_fenced'
    end);
    if refusal is not null then
      return next;
      continue;
    end if;

    if new_change is null then
      -- Locks the company's sequence, and takes a number for each sale.
      insert into change_sequence as existing (empresa_id, last) values (p_empresa_id, sale_count)
        on conflict (empresa_id) do update set last = existing.last + excluded.last
        returning last - sale_count into new_change;
      order_number := coalesce(
        (select last_pedido from sale_counter where empresa_id = p_empresa_id and ano = year), 0);
    end if;
    code := new_sale.pedido;
    if code is null then
      order_number := free_order_number(p_empresa_id, year, order_number);
      code := order_code(year, order_number);
    end if;
    -- The id is given under the lock of the sequence, so ids grow in the order in which sales appear.
    new_id := uuidv7();
    insert into sale
        (empresa_id, id, pedido, data, cliente_id, representada_id, status, valor_total, created_at, updated_at,
         change, comissao_quando, comissao_dia, comissao_taxa, comissao_percentual, comissao, parcelas, recebido,
         pago_em, faturada_em, id_externo)
      values (p_empresa_id, new_id, code,
        new_sale.data, new_sale.cliente_id, new_sale.representada_id, new_sale.status, new_sale.valor_total,
        uuid_extract_timestamp(new_id), uuid_extract_timestamp(new_id), new_change + 1,
        new_sale.comissao_quando, new_sale.comissao_dia, new_sale.comissao_taxa, new_sale.comissao_percentual,
        new_sale.comissao,
        new_sale.parcelas, new_sale.recebido, new_sale.pago_em, new_sale.faturada_em, new_sale.id_externo)
      on conflict do nothing
      returning * into created;
    if not found then
      refusal := case
        when exists (select from sale where empresa_id = p_empresa_id and pedido = code) then 'sale_pedido_key'
        else 'sale_id_externo_key'
      end;
      return next;
      continue;
    end if;

    created_count := created_count + 1;
    new_change := new_change + 1;
    perform add_items(p_empresa_id, created.id, new_sale.itens);
    perform audit(p_empresa_id, new_change, new_sale.caller, 'criar', 'sales', created.id::text, null);
    entries := entries || sale_entries(new_sale.entries, created.id, created.representada_id);
    -- Without a key no answer is kept: it need not be built.
    if new_sale.idempotency_key is not null then
      perform keep_answer(p_empresa_id, new_sale.idempotency_key, new_sale.fingerprint, 201,
        jsonb_strip_nulls(to_jsonb(created)) || jsonb_build_object('itens', new_sale.itens));
    end if;

    id := created.id;
    pedido := created.pedido;
    created_at := created.created_at;
    return next;
  end loop;

  -- Update the counters once per batch: every row version written in a transaction slows the row's next update.
  if new_change is not null then
    -- The numbers of refused sales are given back: a missing one would look like a deleted entry of the audit.
    if created_count < sale_count then
      update change_sequence set last = new_change where empresa_id = p_empresa_id;
    end if;
    insert into sale_counter as existing (empresa_id, ano, total, last_pedido)
      values (p_empresa_id, year, created_count, order_number)
      on conflict on constraint sale_counter_pkey do update
        set total = existing.total + excluded.total, last_pedido = excluded.last_pedido;
  end if;
  perform record_commission(p_empresa_id, entries);
end $$;
insert into applied_sql (name, checksum) values ('sales/sql/create_sales.sql', 'e1130414f890a57dbbe2a255d5eea627fad7de20aae4095d4902fd284fce989f');

-- sales/sql/inflation.sql
-- Adds months of an inflation index, or replaces them. Returns those that were loaded.
create or replace function load_index(p_nome text, p_months json) returns text[] language sql as $$
  with written as (
    insert into inflation_index (nome, mes, fator)
      select p_nome, mes, fator from json_to_recordset(p_months) as (mes date, fator numeric)
      on conflict (nome, mes) do update set fator = excluded.fator
      returning mes
  )
  select array_agg(to_char(mes, 'YYYY-MM') order by mes) from written;
$$;

-- The factor by which an amount due on a day is corrected today: the product of the index from the due month to the last
-- full month. Null without an index, or with a month missing: none is invented.
create or replace function correction_factor(p_due date, p_today date) returns numeric language sql stable as $$
  select round(product(fator), 8) from inflation_index
  where nome = 'inpc' and mes >= month_of(p_due) and mes < month_of(p_today)
  having count(*) > 0 and count(*) = (extract(year from p_today) - extract(year from p_due)) * 12
    + extract(month from p_today) - extract(month from p_due);
$$;
insert into applied_sql (name, checksum) values ('sales/sql/inflation.sql', 'b61c08546c28776b2b820ebe3b5d22dee3ad534757299554c426bb98be211b80');

-- sales/sql/ledger.sql
-- The first day of a date's month.
create or replace function month_of(p_date date) returns date language sql immutable as $$
  select date_trunc('month', p_date::timestamp)::date;
$$;

-- An entry of the ledger that is yet to be recorded. Amounts that are not given are zero.
create or replace function new_entry(
  tipo text, representada_id uuid, vencimento date, origem_id uuid default null, parte int default null,
  parcela int default null, receipt_id uuid default null, payment_id uuid default null, percentual numeric default 0,
  base numeric default 0, prevista numeric default 0, devida numeric default 0, paga numeric default 0,
  credito numeric default 0, motivo text default null
) returns new_commission_entry language sql immutable as $$
  select row(
    tipo, representada_id, vencimento, origem_id, parte, parcela, receipt_id, payment_id, percentual, base, prevista,
    devida, paga, credito, motivo
  )::new_commission_entry;
$$;

-- Adds entries to the ledger and to the sums that are kept of it. The only function that writes either. What an entry pays of a
-- part is taken from the credit of its payment, by an entry that is added here. The caller has locked the company's sequence of
-- changes.
create or replace function record_commission(p_empresa_id uuid, p_entries new_commission_entry[]) returns void
language plpgsql as $$
declare
  entries new_commission_entry[] := p_entries;
  is_payment boolean;
  credit record;
begin
  if coalesce(cardinality(p_entries), 0) = 0 then return; end if;
  is_payment := exists (select from unnest(p_entries) where payment_id is not null);
  if is_payment then
    entries := entries || array(
      select new_entry(paid.tipo, payment.representada_id, payment.data, payment_id => payment.id, credito => -paid.valor,
        motivo => paid.motivo)
      from (
        select payment_id, any_value(tipo) as tipo, any_value(motivo) as motivo, sum(paga) as valor
        from unnest(p_entries) where payment_id is not null and origem_id is not null group by payment_id
      ) paid
      cross join lateral (
        select * from commission_payment where empresa_id = p_empresa_id and id = paid.payment_id offset 0
      ) payment);
  end if;

  insert into commission_entry (
      empresa_id, numero, tipo, representada_id, origem_id, parte, parcela, receipt_id, payment_id, vencimento,
      percentual, base, prevista, devida, paga, credito, motivo)
    select p_empresa_id,
      (select coalesce(max(numero), 0) from commission_entry where empresa_id = p_empresa_id) + row_number() over (),
      tipo, representada_id, origem_id, parte, parcela, receipt_id, payment_id, vencimento, percentual, base, prevista,
      devida, paga, credito, motivo
    from unnest(entries);

  insert into commission_part as existing (
      empresa_id, origem_id, parte, representada_id, parcela, receipt_id, vencimento, percentual, base, prevista, devida,
      paga, motivo)
    select p_empresa_id, origem_id, parte, any_value(representada_id), any_value(parcela), any_value(receipt_id),
      any_value(vencimento), any_value(percentual), sum(base), sum(prevista), sum(devida), sum(paga), any_value(motivo)
    from unnest(entries) where origem_id is not null group by origem_id, parte
    -- In the order of the indexes: many are written twice as fast.
    order by origem_id, parte
    on conflict (empresa_id, origem_id, parte) do update set
      base = existing.base + excluded.base, prevista = existing.prevista + excluded.prevista,
      devida = existing.devida + excluded.devida, paga = existing.paga + excluded.paga;

  if not is_payment then return; end if;
  insert into commission_allocation as existing (empresa_id, origem_id, parte, payment_id, valor)
    select p_empresa_id, origem_id, parte, payment_id, sum(paga)
    from unnest(entries) where payment_id is not null and origem_id is not null group by origem_id, parte, payment_id
    order by origem_id, parte
    on conflict (empresa_id, origem_id, parte, payment_id) do update set valor = existing.valor + excluded.valor;
  -- One by one: for a join, all payments of the company may be read.
  for credit in
    select payment_id, sum(credito) as valor from unnest(entries) where payment_id is not null group by payment_id
  loop
    update commission_payment set credito = credito + credit.valor
      where empresa_id = p_empresa_id and id = credit.payment_id;
  end loop;
end $$;

-- The entries that were decided on for a sale (Entry in commission.rules.ts). `new` is the receipt that is being made.
create or replace function sale_entries(p_entries jsonb, p_sale_id uuid, p_representada_id uuid, p_receipt_id uuid default null)
returns new_commission_entry[] language sql stable as $$
  select array(
    select new_entry(tipo, p_representada_id, vencimento, p_sale_id, parte, parcela,
      case receipt when 'new' then p_receipt_id else receipt::uuid end, percentual => percentual, base => base,
      prevista => prevista, devida => devida, motivo => motivo)
    from jsonb_to_recordset(p_entries) as entry (tipo text, parte int, parcela int, receipt text, vencimento date,
      percentual numeric, base numeric, prevista numeric, devida numeric, motivo text));
$$;

-- Takes back all that a sale earned, or only what no receipt made due. What was paid of it becomes credit of its payments.
create or replace function reverse_commission(p_empresa_id uuid, p_sale_id uuid, p_reason text, p_keeps_receipts boolean)
returns void language plpgsql as $$
begin
  perform record_commission(p_empresa_id, array(
    select new_entry('estornada', part.representada_id, part.vencimento, part.origem_id, part.parte, part.parcela,
      payment_id => allocation.payment_id, percentual => part.percentual, paga => -allocation.valor, motivo => p_reason)
    from commission_allocation allocation
    join commission_part part using (empresa_id, origem_id, parte)
    where allocation.empresa_id = p_empresa_id and allocation.origem_id = p_sale_id and allocation.valor <> 0
      and (not p_keeps_receipts or part.receipt_id is null)
  ) || array(
    select new_entry('estornada', representada_id, vencimento, origem_id, parte, parcela, receipt_id,
      percentual => percentual, base => -base, prevista => -prevista, devida => -devida, motivo => p_reason)
    from commission_part
    where empresa_id = p_empresa_id and origem_id = p_sale_id and (base, prevista, devida) <> (0, 0, 0)
      and (not p_keeps_receipts or receipt_id is null)
    order by parte
  ));
end $$;
insert into applied_sql (name, checksum) values ('sales/sql/ledger.sql', 'ea8ddf209d40570a8de0e179fe04f20c4791fea135af98e5eba4186f3b94c7b6');

-- sales/sql/order_codes.sql
-- The code of a sale that was created without one: PED-2026-0001. After 9999 it has more digits; lpad alone would cut them off.
create or replace function order_code(p_year int, p_number bigint) returns text language sql immutable as $$
  select 'PED-' || p_year::text || '-' || lpad(p_number::text, greatest(4, length(p_number::text)), '0');
$$;

-- The first number after the given one whose order code no caller took. Looks at one, then at twice as many each time: a caller
-- may have taken 100,000 codes in a row, or every second one.
create or replace function free_order_number(p_empresa_id uuid, p_year int, p_after bigint) returns bigint
language plpgsql as $$
declare
  free bigint;
  last bigint := p_after;
  count int := 1;
begin
  loop
    -- The subquery is a lookup for each number. As `not exists`, the planner might read all sales of the company.
    select min(number) into free from generate_series(last + 1, last + count) number
      where (select id from sale where empresa_id = p_empresa_id and pedido = order_code(p_year, number)) is null;
    exit when free is not null;
    last := last + count;
    count := least(2 * count, 1000);
  end loop;
  return free;
end $$;
insert into applied_sql (name, checksum) values ('sales/sql/order_codes.sql', '301597a40b3ad26c43d7e9991dac96964cd29284f2882aabf02f6ce6f4dfef44');

-- sales/sql/payments.sql
-- The payment that a reconciliation has recorded and that was not taken back. Null: none.
create or replace function reconciliation_payment(p_empresa_id uuid, p_representada_id uuid, p_conciliacao text) returns uuid
language sql stable as $$
  select id from commission_payment
  where empresa_id = p_empresa_id and representada_id = p_representada_id and conciliacao = p_conciliacao and estornado_em is null
  order by id limit 1;
$$;

-- Adds what a representada paid, and allocates it. `mes` and `conciliacao`: a reconciliation's, which is recorded once, unless
-- `forcar`, and pays nothing that is due after its month. Returns it with p_max parts of its allocation.
create or replace function add_payment(
  p_empresa_id uuid, p_id uuid, p_payment jsonb, p_sales uuid[], p_limits numeric[], p_max int
) returns jsonb language plpgsql as $$
declare
  fresh commission_payment := jsonb_populate_record(null::commission_payment, p_payment);
  recorded uuid;
  not_due json;
begin
  -- The company's number is taken: no other write of the company is under way.
  recorded := reconciliation_payment(p_empresa_id, fresh.representada_id, fresh.conciliacao);
  if recorded is not null and not coalesce((p_payment ->> 'forcar')::boolean, false) then
    perform refuse('reconciliation_recorded', recorded::text);
  end if;
  select json_agg(json_build_object('sale_id', id, 'pedido',
      (select pedido from sale where empresa_id = p_empresa_id and id = refused.id)) order by place)
    into not_due
    from (
      select id, place from unnest(p_sales) with ordinality named (id, place) where not exists (
        select from (select * from commission_part where empresa_id = p_empresa_id and origem_id = named.id offset 0) part
        where representada_id = fresh.representada_id
          -- A reconciliation also names adjustments: another one may have settled them meanwhile.
          and (devida <> paga or (p_limits is not null and motivo is not null)))
      order by place limit 100
    ) refused;
  if not_due is not null then perform refuse('payment_sale', not_due::text); end if;
  insert into commission_payment (empresa_id, id, representada_id, data, valor, referencia, conciliacao, created_at)
    values (p_empresa_id, p_id, fresh.representada_id, fresh.data, fresh.valor, fresh.referencia, fresh.conciliacao,
      uuid_extract_timestamp(p_id));
  perform record_commission(p_empresa_id, array[
    new_entry('paga', fresh.representada_id, fresh.data, payment_id => p_id, credito => fresh.valor)
  ]);
  perform allocate_payment(p_empresa_id, fresh.representada_id, p_sales, p_limits, (p_payment ->> 'mes' || '-01')::date);
  return show_payment(p_empresa_id, p_id, p_max);
end $$;

-- A payment with its allocation: how many parts there are, and the first p_max of them. Null: all.
create or replace function show_payment(p_empresa_id uuid, p_id uuid, p_max int) returns jsonb
language sql stable as $$
  select jsonb_build_object('id', payment.id, 'representada_id', representada_id, 'data', data, 'valor', payment.valor,
    'referencia', referencia, 'credito', credito, 'created_at', payment.created_at, 'estornado_em', estornado_em,
    'alocacoes', (
      select count(*) from commission_allocation where empresa_id = p_empresa_id and payment_id = p_id and valor <> 0
    ),
    'alocacao', coalesce(allocated, '[]'))
  from commission_payment payment
  left join lateral (
    select jsonb_agg(
      jsonb_build_object('sale_id', sale.id, 'pedido', sale.pedido, 'parte', parte, 'valor', allocation.valor)
        || case when sale.id is null then jsonb_build_object('ajuste_id', allocation.origem_id) else '{}' end
      order by allocation.origem_id, parte) as allocated
    from (
      select * from commission_allocation
      where empresa_id = p_empresa_id and payment_id = p_id and valor <> 0
      order by origem_id, parte limit p_max
    ) allocation
    left join lateral (
      select id, pedido from sale where empresa_id = p_empresa_id and id = allocation.origem_id offset 0
    ) sale on true
  ) allocation on true
  where empresa_id = p_empresa_id and id = p_id;
$$;

-- Allocates the credit of a representada's payments, the oldest first, to its due parts, the oldest first. Negative adjustments
-- come first: they add to what can be paid. With p_sales, only parts of these sales and adjustments are paid, and of
-- each at most its amount in p_limits. With p_month, those that are due in that month before the older ones, and none that is due
-- after it. Makes at most 20,000 allocations, so that it ends before
-- the deadline; the rest stays credit.
create or replace function allocate_payment(
  p_empresa_id uuid, p_representada_id uuid, p_sales uuid[], p_limits numeric[], p_month date
) returns void language plpgsql as $$
declare
  max_allocations constant int := 20000;
  entries new_commission_entry[];
  payment commission_payment;
  payments cursor for
    select * from commission_payment
    where empresa_id = p_empresa_id and representada_id = p_representada_id and credito > 0
    order by data, id;
  due refcursor;
  part record;
  unpaid numeric;
  amount numeric;
  limits numeric[] := p_limits;
begin
  open payments;
  fetch payments into payment;
  if payment.id is null then return; end if;

  entries := array(
    select new_entry('paga', p_representada_id, vencimento, origem_id, parte, parcela, payment_id => payment.id,
      percentual => percentual, paga => devida - paga)
    from (
      -- Only one of the two selects returns rows. One condition with `or` would read all parts of the representada.
      select * from commission_part
      where p_sales is null and empresa_id = p_empresa_id and representada_id = p_representada_id and devida < paga
      union all
      select named.* from (select distinct id from unnest(p_sales) id) sale
      cross join lateral (
        select * from commission_part where empresa_id = p_empresa_id and origem_id = sale.id offset 0
      ) named
      where representada_id = p_representada_id and devida < paga
    ) deduction
    order by vencimento, origem_id, parte limit max_allocations);
  payment.credito := payment.credito - (select coalesce(sum(paga), 0) from unnest(entries));

  if p_sales is null then
    open due for
      select *, null::bigint as place from commission_part
      where empresa_id = p_empresa_id and representada_id = p_representada_id
        and part_state(prevista, devida, paga) = 'aberta' and devida > paga
      order by vencimento, origem_id, parte;
  else
    open due for
      select named.*, place from (
        select id, min(place) as place from unnest(p_sales) with ordinality as sale (id, place) group by id
      ) sale
      cross join lateral (
        select * from commission_part where empresa_id = p_empresa_id and origem_id = sale.id offset 0
      ) named
      where representada_id = p_representada_id and devida > paga
        and (p_month is null or vencimento < p_month + interval '1 month')
      order by month_of(vencimento) is distinct from p_month, vencimento, origem_id, parte;
  end if;
  loop
    fetch due into part;
    exit when not found or payment.id is null or cardinality(entries) >= max_allocations;
    -- Without limits this is null, which `least` ignores.
    unpaid := least(part.devida - part.paga, limits[part.place]);
    while unpaid > 0 and payment.id is not null and cardinality(entries) < max_allocations loop
      amount := least(unpaid, payment.credito);
      if amount = 0 then
        fetch payments into payment;
        continue;
      end if;
      entries := entries || new_entry('paga', p_representada_id, part.vencimento, part.origem_id, part.parte, part.parcela,
        payment_id => payment.id, percentual => part.percentual, paga => amount);
      payment.credito := payment.credito - amount;
      unpaid := unpaid - amount;
      if limits is not null then limits[part.place] := limits[part.place] - amount; end if;
    end loop;
  end loop;
  close payments;
  close due;
  perform record_commission(p_empresa_id, entries);
end $$;

-- Takes a payment back by new entries: what it paid is due again. Returns its id; null when there is none, or it was taken back before.
create or replace function reverse_payment(p_empresa_id uuid, p_id uuid) returns uuid language plpgsql as $$
declare
  payment commission_payment;
begin
  select * into payment from commission_payment
    where empresa_id = p_empresa_id and id = p_id and estornado_em is null;
  if not found then return null; end if;
  perform record_commission(p_empresa_id, array(
    select new_entry('estornada', part.representada_id, part.vencimento, part.origem_id, part.parte, part.parcela,
      payment_id => p_id, percentual => part.percentual, paga => -allocation.valor, motivo => 'pagamento estornado')
    from commission_allocation allocation join commission_part part using (empresa_id, origem_id, parte)
    where allocation.empresa_id = p_empresa_id and allocation.payment_id = p_id and allocation.valor <> 0
  ) || new_entry('estornada', payment.representada_id, payment.data, payment_id => p_id, credito => -payment.valor,
    motivo => 'pagamento estornado'));
  update commission_payment set estornado_em = now() where empresa_id = p_empresa_id and id = p_id;
  return p_id;
end $$;
insert into applied_sql (name, checksum) values ('sales/sql/payments.sql', '8ffb0cab8f61b89f412ff6a2ec4bd91f66449d15057623c25b85232ce2a49a9e');

-- sales/sql/references.sql
-- Locks a client or representada that a new sale, payment or adjustment refers to, until the transaction ends. Adds its row at
-- the first use. False for a fenced record: it is being deleted, or gone.
-- `for key share` conflicts with set_fence, which locks `for update`, but not with a rename.
-- Revision -1 means that no name is known yet: any revision replaces it.
create or replace function hold_reference(p_empresa_id uuid, p_kind text, p_id uuid, p_nome text, p_revision int)
returns boolean language plpgsql as $$
begin
  perform from reference
    where empresa_id = p_empresa_id and id = p_id and fence_epoch is null and revision >= 0 for key share;
  if found then return true; end if;

  insert into reference as existing (empresa_id, id, kind, nome, revision)
    values (p_empresa_id, p_id, p_kind, p_nome, p_revision)
    on conflict (empresa_id, id) do update set nome = excluded.nome, revision = excluded.revision
      where existing.revision < excluded.revision;
  perform from reference where empresa_id = p_empresa_id and id = p_id and fence_epoch is null for key share;
  return found;
end $$;

-- Locks all clients and representadas that new sales refer to, in one order, so that transactions do not deadlock. Returns the
-- fenced ones.
create or replace function hold_references(p_empresa_id uuid, p_sales json) returns uuid[] language plpgsql as $$
declare
  used record;
  fenced uuid[] := '{}';
begin
  for used in
    select kind, id, (array_agg(nome order by revision desc))[1] as nome, max(revision) as revision
    from json_to_recordset(p_sales) as sale (
      cliente_id uuid, cliente_nome text, cliente_revision int,
      representada_id uuid, representada_nome text, representada_revision int)
    cross join lateral (values
      ('client', cliente_id, cliente_nome, cliente_revision),
      ('representada', representada_id, representada_nome, representada_revision)
    ) reference (kind, id, nome, revision)
    group by kind, id order by kind, id
  loop
    if not hold_reference(p_empresa_id, used.kind, used.id, used.nome, used.revision) then fenced := fenced || used.id; end if;
  end loop;
  return fenced;
end $$;

-- Answers an attempt to delete a record: how many `sales` use it, or if there are none, how many `commissions` (payments and
-- adjustments). With 0 uses the record is now fenced. Null when the attempt was voided before.
-- Counted after the lock is taken: a sale that was committed while this waited is seen.
create or replace function set_fence(
  p_empresa_id uuid, p_id uuid, p_kind text, p_epoch int, out uses bigint, out counted text
) language plpgsql as $$
declare
  voided int;
begin
  insert into reference (empresa_id, id, kind, nome, revision) values (p_empresa_id, p_id, p_kind, '', -1)
    on conflict (empresa_id, id) do nothing;
  select voided_epoch into voided from reference where empresa_id = p_empresa_id and id = p_id for update;
  if p_epoch <= voided then return; end if;
  counted := 'sales';

  if p_kind = 'client' then
    select count(*) into uses from sale where empresa_id = p_empresa_id and cliente_id = p_id;
  else
    select count(*) into uses from sale where empresa_id = p_empresa_id and representada_id = p_id;
    if uses = 0 then
      counted := 'commissions';
      -- The parts of deleted sales are zero: what is left are adjustments.
      select count(*) into uses from (
        select from commission_payment
        where empresa_id = p_empresa_id and representada_id = p_id and estornado_em is null
        union all
        select from commission_part where empresa_id = p_empresa_id and representada_id = p_id and devida <> 0
      ) entry;
    end if;
  end if;

  -- A refused attempt is over: a late copy of its message must not fence the record when its sales are gone.
  update reference set
    voided_epoch = case when uses > 0 then p_epoch else voided_epoch end,
    fence_epoch = case when uses > 0 then fence_epoch else greatest(fence_epoch, p_epoch) end
    where empresa_id = p_empresa_id and id = p_id;
end $$;
insert into applied_sql (name, checksum) values ('sales/sql/references.sql', '9d7adf9a56c7d90b8754c2d6b83df677975fb8e2dbdcd878e85c77de5a5c38e1');

-- sales/sql/write_sale.sql
-- The items of a sale, in their order.
create or replace function add_items(p_empresa_id uuid, p_sale_id uuid, p_itens json) returns void language sql as $$
  insert into sale_item (empresa_id, sale_id, posicao, produto_id, quantidade, valor_unitario, valor_total, comissao)
  select p_empresa_id, p_sale_id, posicao, produto_id, quantidade, valor_unitario, valor_total,
    coalesce(comissao, 0)
  from rows from (json_to_recordset(p_itens)
    as (produto_id text, quantidade numeric, valor_unitario numeric, valor_total numeric, comissao numeric))
    with ordinality as item (produto_id, quantidade, valor_unitario, valor_total, comissao, posicao);
$$;

-- Writes what was decided about a version of a sale (write-sale.repository.ts), within the statement that numbers it. Refused when
-- the sale is no longer what was decided on: it has another version, or a payment, which raises none, has paid what the decision
-- takes for unpaid. The caller decides again then.
create or replace function write_sale(
  p_empresa_id uuid, p_change bigint, p_fresh_id uuid, p_id uuid, p_version int, p_decision jsonb, p_itens json, p_caller jsonb
) returns sale language plpgsql as $$
declare
  is_deleted constant boolean := p_decision ? 'isDeleted';
  taken_back constant uuid := p_decision ->> 'takenBack';
  before sale;
  after sale;
  items_before jsonb := '{}';
  items_after jsonb := '{}';
begin
  select * into before from sale where empresa_id = p_empresa_id and id = p_id and version = p_version;
  if not found or ((is_deleted or taken_back is not null) and exists (
    select from (select * from commission_part where empresa_id = p_empresa_id and origem_id = p_id offset 0) part
    where paga <> 0 and (is_deleted or receipt_id = taken_back)
  )) then
    perform refuse('sale_moved');
  end if;

  if is_deleted then
    -- With its items, receipts and history.
    delete from sale where empresa_id = p_empresa_id and id = p_id;
    insert into tombstone (empresa_id, resource, change, id) values (p_empresa_id, 'sale', p_change, p_id::text);
    -- The newest counter row: only the sum over the years means anything.
    update sale_counter set total = total - 1
      where empresa_id = p_empresa_id and ano = (select max(ano) from sale_counter where empresa_id = p_empresa_id);
    after := before;
  else
    after := jsonb_populate_record(before, p_decision -> 'sale');
    update sale set
      pedido = after.pedido, data = after.data, status = after.status,
      valor_total = after.valor_total, comissao = after.comissao, comissao_percentual = after.comissao_percentual,
      parcelas = after.parcelas, recebido = after.recebido, pago_em = after.pago_em, faturada_em = after.faturada_em,
      id_externo = after.id_externo,
      updated_at = greatest(now(), before.updated_at + interval '1 ms'), version = before.version + 1, change = p_change
      where empresa_id = p_empresa_id and id = p_id
      returning * into after;
    if p_itens is not null then
      select jsonb_build_object('itens', jsonb_agg(jsonb_build_object('produto_id', produto_id, 'quantidade', quantidade,
          'valor_unitario', valor_unitario, 'valor_total', valor_total) order by posicao))
        into items_before from sale_item where empresa_id = p_empresa_id and sale_id = p_id;
      delete from sale_item where empresa_id = p_empresa_id and sale_id = p_id;
      perform add_items(p_empresa_id, p_id, p_itens);
      select jsonb_build_object('itens', jsonb_agg(item - 'comissao' order by place))
        into items_after from jsonb_array_elements(p_itens::jsonb) with ordinality given (item, place);
    end if;
    insert into sale_receipt (empresa_id, sale_id, id, parcela, data, valor, comissao)
      select p_empresa_id, p_id, p_fresh_id, parcela, (p_decision #>> '{receipt,data}')::date, valor, comissao
      from jsonb_to_recordset(p_decision #> '{receipt,covered}') as covered (parcela int, valor numeric, comissao numeric);
    delete from sale_receipt where empresa_id = p_empresa_id and sale_id = p_id and id = taken_back;
    -- Not of a change that changes nothing.
    insert into sale_history (empresa_id, sale_id, version, alterado_em, chave_id, chave_prefixo, de, para, motivo)
      select p_empresa_id, p_id, after.version, after.updated_at, (p_caller ->> 'chave_id')::uuid, p_caller ->> 'chave_prefixo',
        (p_decision -> 'de') || items_before, (p_decision -> 'para') || items_after, p_decision ->> 'motivo'
      where p_decision -> 'sale' <> '{}' or p_itens is not null;
  end if;

  if p_decision ? 'reversed' then
    perform reverse_commission(p_empresa_id, p_id, p_decision #>> '{reversed,motivo}',
      (p_decision #>> '{reversed,keepsReceipts}')::boolean);
  end if;
  perform record_commission(p_empresa_id,
    sale_entries(p_decision -> 'entries', p_id, before.representada_id, p_fresh_id));
  return after;
end $$;
insert into applied_sql (name, checksum) values ('sales/sql/write_sale.sql', '08beab2671bdc3f7ce64ee52b798da483f2e5683b3fc41562a636146c4e55972');

reset role; set role catalog; set search_path = catalog, extensions;

-- postgres/sql/refuse.sql
-- Ends the transaction with a refusal, in the form of a constraint violation that the repository translates (`withErrors`).
create or replace function refuse(p_constraint text, p_detail text default '') returns void language plpgsql as $$
begin
  raise exception '%', p_constraint using constraint = p_constraint, detail = p_detail;
end $$;
insert into applied_sql (name, checksum) values ('postgres/sql/refuse.sql', '00c49af8d9ee594ccdc38ab28a553e413e0bead484afc426d84e1bdb9aaeac0d');

-- records/sql/audit.sql
-- Adds an entry to the company's chain, and returns its number. Called in the transaction of the change itself, under the lock of
-- the company's change sequence.
create or replace function audit(
  p_empresa_id uuid, p_numero bigint, p_caller jsonb, p_operacao text, p_recurso text, p_id text, p_campos text[]
) returns bigint language plpgsql as $$
declare
  moment timestamptz(3);
  last_moment timestamptz(3);
  last_hash bytea;
  new_entry text;
begin
  select hash, em into last_hash, last_moment from audit_entry where empresa_id = p_empresa_id order by numero desc limit 1;
  if last_hash is null then
    select hash, audit_checkpoint.em into last_hash, last_moment from audit_checkpoint where empresa_id = p_empresa_id;
  end if;
  -- Times grow along the chain, also when the clock is set back.
  moment := greatest(clock_timestamp(), last_moment);
  new_entry := json_build_object(
    'empresa_id', p_empresa_id, 'numero', p_numero,
    'em', to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'operacao', p_operacao, 'recurso', p_recurso, 'id', p_id, 'campos', p_campos,
    'chave_id', p_caller -> 'chave_id', 'chave_prefixo', p_caller -> 'chave_prefixo',
    'operador', p_caller -> 'operador',
    'request_id', p_caller -> 'request_id', 'endereco', p_caller -> 'endereco'
  );
  insert into audit_entry (empresa_id, numero, em, recurso, registro_id, chave_id, entry, hash)
    values (p_empresa_id, p_numero, moment, p_recurso, p_id, (p_caller ->> 'chave_id')::uuid, new_entry,
      sha256(coalesce(last_hash, '') || convert_to(new_entry, 'UTF8')));
  return p_numero;
end $$;

-- Removes a company's entries up to a number, and leaves a checkpoint from which the chain goes on.
create or replace function cut_audit(p_empresa_id uuid, p_numero bigint, p_hash bytea, p_em text, p_signature bytea) returns int
language plpgsql as $$
declare
  removed int;
begin
  insert into audit_checkpoint as existing (empresa_id, numero, hash, em, signature)
    values (p_empresa_id, p_numero, p_hash, p_em, p_signature)
    on conflict (empresa_id) do update
      set numero = excluded.numero, hash = excluded.hash, em = excluded.em, signature = excluded.signature
      where existing.numero < excluded.numero;
  if not found then return 0; end if;
  delete from audit_entry where empresa_id = p_empresa_id and numero <= p_numero;
  get diagnostics removed = row_count;
  return removed;
end $$;
insert into applied_sql (name, checksum) values ('records/sql/audit.sql', '9444c5f581f6464ffc8d8d3dc43555da7963c2b0604683d2fb28d3291bedb870');

-- records/sql/check_write.sql
-- Refuses a write of a record that does not exist, or of which If-Match named other versions (null: any version will do). Returns the
-- change number: the audit takes it from here, so that it comes after the check.
create or replace function check_write(p_change bigint, p_id text, p_version int, p_versions int[]) returns bigint
language plpgsql as $$
begin
  if p_id is null then perform refuse('record_missing'); end if;
  if p_version <> all (p_versions) then perform refuse('version_mismatch'); end if;
  return p_change;
end $$;
insert into applied_sql (name, checksum) values ('records/sql/check_write.sql', '6a51367d5094a74cd6f3df68fdc7efec6ee059cbe6a88ec8a92974a1931741d2');

-- records/sql/idempotency.sql
-- Claims the single execution that a key allows. Returns what prevents it, or null. A second request with the key is
-- refused while the first is running, not queued. The lock belongs to the transaction, so a crash frees the key, and to
-- the schema, so the same key at two services does not collide.
create or replace function try_claim_key(p_empresa_id uuid, p_key text) returns text language plpgsql as $$
begin
  if p_key is null then return null; end if;
  if not pg_try_advisory_xact_lock(hashtextextended(current_schema || ' ' || p_empresa_id || ' ' || p_key, 0)) then
    return 'kept_answer_running';
  end if;
  if exists (
    select from kept_answer
    where empresa_id = p_empresa_id and key = p_key and created_at > now() - interval '24 hours'
  ) then
    return 'kept_answer_exists';
  end if;
  return null;
end $$;

-- try_claim_key for a function that creates one record: refused when something prevents it.
create or replace function claim_key(p_empresa_id uuid, p_key text) returns void language plpgsql as $$
declare
  prevented_by text := try_claim_key(p_empresa_id, p_key);
begin
  if prevented_by is not null then perform refuse(prevented_by); end if;
end $$;

-- Keeps an answer in the transaction that gave it, if the request had a key.
create or replace function keep_answer(
  p_empresa_id uuid, p_key text, p_fingerprint bytea, p_status int, p_record jsonb
) returns void language plpgsql as $$
begin
  if p_key is null then return; end if;
  insert into kept_answer (empresa_id, key, fingerprint, status, record)
    values (p_empresa_id, p_key, p_fingerprint, p_status, p_record)
  -- The key was claimed, so an existing row is older than 24 hours.
  on conflict (empresa_id, key) do update set
    fingerprint = excluded.fingerprint, status = excluded.status, record = excluded.record,
    created_at = excluded.created_at;
end $$;

-- Keeps an answer that created nothing; of each company the newest thousand, since refusals cost their caller nothing.
-- Refused while a request with the key may be creating a record, and after it did.
create or replace function keep_refusal(
  p_empresa_id uuid, p_key text, p_fingerprint bytea, p_status int, p_record jsonb
) returns void language plpgsql as $$
begin
  perform claim_key(p_empresa_id, p_key);
  perform keep_answer(p_empresa_id, p_key, p_fingerprint, p_status, p_record);
  delete from kept_answer where ctid = any (array(
    select ctid from kept_answer where empresa_id = p_empresa_id and status >= 400
    order by created_at desc offset 1000 limit 100
  )) and empresa_id = p_empresa_id and status >= 400;
end $$;
insert into applied_sql (name, checksum) values ('records/sql/idempotency.sql', '4f9595d3b588c7a844baaae5cf0038c4b67ec01b342260a48acd3c548e371c67');

-- records/sql/prune_tombstones.sql
-- Removes up to 500 tombstones older than 90 days, of one company and resource, and notes how far they were removed. Returns
-- how many. One company per call: this locks its sequence, and the locks of several companies would be held together.
-- Their places (ctid) are stable, because tombstones are never updated. After the clock was set back, some before them may be
-- younger: a follower that has not read those starts again without need.
create or replace function prune_tombstones() returns int language plpgsql as $$
declare
  oldest tombstone;
  removed int;
  newest bigint;
begin
  select * into oldest from tombstone where deleted_at < now() - interval '90 days' order by deleted_at limit 1;
  if not found then return 0; end if;

  with gone as (
    delete from tombstone where ctid = any (array(
      select ctid from tombstone
      where empresa_id = oldest.empresa_id and resource = oldest.resource and deleted_at < now() - interval '90 days'
      order by change limit 500
    ))
    returning change
  )
  select count(*), max(change) into removed, newest from gone;
  update change_sequence set pruned = greatest(pruned, newest) where empresa_id = oldest.empresa_id;
  return removed;
end $$;
insert into applied_sql (name, checksum) values ('records/sql/prune_tombstones.sql', '1e7ac856aa533137f71ef090c42d67a17925e35d6b83fbff586ba84386afde43');

-- records/sql/registers.sql
-- Moves a company's records to a register of its own, or back to the shared one. `p_value`: what is unique there, an expression over
-- `p_table`. Returns values that another company of the shared register has; then nothing is changed. A value that appears meanwhile
-- breaks the unique index: the caller looks again. The company's writes wait, and take the register that is in force after them.
create or replace function move_register(p_empresa_id uuid, p_is_own boolean, p_table text, p_value text) returns text[]
language plpgsql as $$
declare
  shared constant uuid := '00000000-0000-0000-0000-000000000000';
  taken text[];
begin
  insert into change_sequence as existing (empresa_id) values (p_empresa_id)
    on conflict (empresa_id) do update set last = existing.last;
  if p_is_own then
    insert into own_register (empresa_id) values (p_empresa_id) on conflict do nothing;
  elsif exists (select from own_register where empresa_id = p_empresa_id) then
    -- A lookup for each value, whatever the statistics say.
    execute format('
      select array_agg(own_value) from (
        select own_value from (select %1$s as own_value from %2$I where empresa_id = $1 offset 0) own
        where exists (select from %2$I where register_id = $2 and %1$s = own_value offset 0)
        limit 10
      ) found', p_value, p_table) into taken using p_empresa_id, shared;
    if taken is not null then return taken; end if;
    delete from own_register where empresa_id = p_empresa_id;
  end if;
  execute format('update %I set register_id = $2 where empresa_id = $1 and register_id <> $2', p_table)
    using p_empresa_id, register_of(p_empresa_id);
  return '{}';
end $$;
insert into applied_sql (name, checksum) values ('records/sql/registers.sql', '337b61fbd799f396380ed9f54a1583348d4603ca60390eb6d4c6d48d0e3ecf06');

-- tables/sql/import_rows.sql
-- Merges the staged rows of an import into the company's records: all of them, or none when a row has a fault.
-- Locks the company's sequence first, as all writers do, so that they do not deadlock.
-- Counts only when p_dry_run, without a lock: the company's writes go on meanwhile. The caller lets it see a single moment.
-- Each service has the steps for its records: match_import notes which record a row changes and whether it does, import_conflicts
-- finds rows that another row or record excludes. Their lookups are by an index, one row at a time: a plan made for a small import
-- serves a large one.
create or replace function import_rows(
  p_empresa_id uuid, p_import_id uuid, p_dry_run boolean, p_record jsonb, p_caller jsonb
) returns jsonb language plpgsql as $$
declare
  created bigint;
  updated bigint;
  same bigint;
  faulty bigint;
  faults jsonb;
begin
  if not p_dry_run then
    insert into change_sequence as existing (empresa_id) values (p_empresa_id)
      on conflict (empresa_id) do update set last = existing.last;
  end if;
  perform match_import(p_empresa_id, p_import_id);

  -- Faults and conflicts are sorted together, not joined: a plan made for a small import serves a large one.
  select count(distinct line),
    jsonb_agg(jsonb_build_object('line', line, 'field', field, 'reason', reason) order by line, priority)
      filter (where place <= 100)
  into faulty, faults
  from (
    select found.*, dense_rank() over (order by line) as place
    from (
      -- A row without a target is a creation; an update accepts values that a creation refuses.
      select line, 1 as priority, fault.key as field, fault.value as reason
      from import_row row cross join lateral jsonb_each_text(
        case when row.target is null then row.faults else row.change_faults end
      ) fault
      where row.import_id = p_import_id
      union all
      select line, case when reason = 'repeated' then 2 else 3 end, field, reason
      from import_conflicts(p_empresa_id, p_import_id)
    ) found
  ) ranked;

  select count(*) filter (where target is null), count(*) filter (where outcome = 'atualizado'),
    count(*) filter (where outcome = 'inalterado')
  into created, updated, same from import_row where import_id = p_import_id;

  if faulty = 0 and not p_dry_run then
    perform merge_records(p_empresa_id, p_import_id, p_record, p_caller);
  end if;

  return jsonb_build_object('criados', created, 'atualizados', updated, 'inalterados', same, 'faulty', faulty,
    'faults', faults);
end $$;

-- Removes up to 5,000 rows that a crashed process left. Returns how many. No import takes so long.
create or replace function remove_old_import_rows() returns int language plpgsql as $$
declare
  removed int;
begin
  delete from import_row where (import_id, line) in (
    select import_id, line from import_row where staged_at < now() - interval '10 minutes' order by staged_at limit 5000
  );
  get diagnostics removed = row_count;
  return removed;
end $$;
insert into applied_sql (name, checksum) values ('tables/sql/import_rows.sql', '795eedd606c459367988fb4bec8c1e36ce18d8e93f67b76220975f4735416bac');

-- tables/sql/merge_records.sql
-- An entry of the audit for each record that an import has created: those numbered after p_number, in their order.
create or replace function audit_imported(
  p_empresa_id uuid, p_table text, p_resource text, p_number bigint, p_caller jsonb
) returns void language plpgsql as $$
declare
  noted record;
begin
  for noted in
    select change, id from current_change
    where empresa_id = p_empresa_id and resource = p_table and change > p_number order by change
  loop
    perform audit(p_empresa_id, noted.change, p_caller, 'importar', p_resource, noted.id, null);
  end loop;
end $$;

-- Writes the rows of an import that has neither faults nor conflicts: new records in the order of the file, then the changes of
-- others. Called under the lock of the company's sequence. p_record is what the record's definition says (merge-text.ts). Without hash
-- and merge joins each row's record is found by its key: the plan is made while the staged rows have no statistics.
create or replace function merge_records(p_empresa_id uuid, p_import_id uuid, p_record jsonb, p_caller jsonb) returns void
language plpgsql set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  last_change bigint;
  created bigint;
  activated bigint;
  written record;
begin
  select last into last_change from change_sequence where empresa_id = p_empresa_id;
  if p_record ? 'prepare' then
    execute format('select %I($1, $2)', p_record ->> 'prepare') using p_empresa_id, p_import_id;
  end if;
  execute p_record ->> 'create' using p_empresa_id, p_import_id, last_change;
  get diagnostics created = row_count;
  select count(*) into activated from import_row
    where import_id = p_import_id and target is null and (record ->> 'ativo')::boolean;
  perform audit_imported(p_empresa_id, p_record ->> 'table', p_record ->> 'resource', last_change, p_caller);
  last_change := last_change + created;

  for written in execute p_record ->> 'update' using p_empresa_id, p_import_id, last_change
  loop
    last_change := written.change;
    activated := activated + written.activated;
    perform audit(p_empresa_id, written.change, p_caller, 'importar', p_record ->> 'resource', written.id, written.fields);
  end loop;

  insert into record_counter as existing (empresa_id, resource, total, active)
    values (p_empresa_id, p_record ->> 'table', created, activated)
    on conflict (empresa_id, resource) do update
      set total = existing.total + excluded.total, active = existing.active + excluded.active;
  update change_sequence set last = last_change where empresa_id = p_empresa_id;
end $$;
insert into applied_sql (name, checksum) values ('tables/sql/merge_records.sql', 'bf5c10179b364bd02adc2be3808a91cb6fbfb4772b019790e8ef68002e1cf0b3');

-- catalog/sql/has_no_products.sql
-- Refuses to delete a representada that products use. Volatile: it sees products that were added while the delete waited for the
-- company's sequence, which every writer of products locks.
create or replace function has_no_products(p_empresa_id uuid, p_representada_id uuid) returns boolean
language plpgsql volatile as $$
declare
  products bigint := (select count(*) from product where empresa_id = p_empresa_id and representada_id = p_representada_id);
begin
  if products > 0 then perform refuse('representada_has_products', products::text); end if;
  return true;
end $$;
insert into applied_sql (name, checksum) values ('catalog/sql/has_no_products.sql', 'aee56649e7f0f43aa38f0e64d1af676f49d7530a7ef1272eb743c8c2ecff941d');

-- catalog/sql/imports.sql
-- Notes for each row of an import which product it changes, if there is one, and whether it does.
create or replace function match_import(p_empresa_id uuid, p_import_id uuid) returns void language sql as $$
  update import_row as row set (target, outcome) = (
    select product.id, case when changed is not distinct from product then 'inalterado' else 'atualizado' end
    from product cross join lateral jsonb_populate_record(product, row.given) changed
    where product.empresa_id = p_empresa_id and product.id = row.key
  )
  where row.import_id = p_import_id;
$$;

-- The conflicts of an import's rows with other rows and with existing products.
create or replace function import_conflicts(p_empresa_id uuid, p_import_id uuid)
returns table (line int, field text, reason text) language sql stable as $$
  select line, 'id', 'repeated'
  from (
    select line, row_number() over (partition by key order by line) as occurrence
    from import_row where import_id = p_import_id and key is not null
  ) keys where occurrence > 1
  union all
  select line, 'id_externo', 'repeated'
  from (
    select line, row_number() over (partition by given ->> 'id_externo' order by line) as occurrence
    from import_row where import_id = p_import_id and given ->> 'id_externo' is not null
  ) external where occurrence > 1
  union all
  select row.line, 'id_externo', 'product_id_externo_key'
  from import_row row cross join lateral (
    select id from product where empresa_id = p_empresa_id and id_externo = row.given ->> 'id_externo' offset 0
  ) holder
  where row.import_id = p_import_id and holder.id is distinct from row.target
  union all
  -- Another company has it.
  select row.line, 'id', 'product_id_key'
  from import_row row cross join lateral (
    select id from product where register_id = (select register_of(p_empresa_id)) and id = row.key offset 0
  ) taken
  where row.import_id = p_import_id and row.target is null
  union all
  select row.line, 'representada_id', 'product_representada_fkey'
  from import_row row left join lateral (
    select id from representada
    where empresa_id = p_empresa_id and id = (row.given ->> 'representada_id')::uuid offset 0
  ) known on true
  where row.import_id = p_import_id and row.given ->> 'representada_id' is not null and known.id is null;
$$;
insert into applied_sql (name, checksum) values ('catalog/sql/imports.sql', '9b01434ac699b1026d3e29cd150a7f8cf0c918fe9bbec54764d6766b282881e4');

reset role; set role clients; set search_path = clients, extensions;

-- postgres/sql/refuse.sql
-- Ends the transaction with a refusal, in the form of a constraint violation that the repository translates (`withErrors`).
create or replace function refuse(p_constraint text, p_detail text default '') returns void language plpgsql as $$
begin
  raise exception '%', p_constraint using constraint = p_constraint, detail = p_detail;
end $$;
insert into applied_sql (name, checksum) values ('postgres/sql/refuse.sql', '00c49af8d9ee594ccdc38ab28a553e413e0bead484afc426d84e1bdb9aaeac0d');

-- records/sql/audit.sql
-- Adds an entry to the company's chain, and returns its number. Called in the transaction of the change itself, under the lock of
-- the company's change sequence.
create or replace function audit(
  p_empresa_id uuid, p_numero bigint, p_caller jsonb, p_operacao text, p_recurso text, p_id text, p_campos text[]
) returns bigint language plpgsql as $$
declare
  moment timestamptz(3);
  last_moment timestamptz(3);
  last_hash bytea;
  new_entry text;
begin
  select hash, em into last_hash, last_moment from audit_entry where empresa_id = p_empresa_id order by numero desc limit 1;
  if last_hash is null then
    select hash, audit_checkpoint.em into last_hash, last_moment from audit_checkpoint where empresa_id = p_empresa_id;
  end if;
  -- Times grow along the chain, also when the clock is set back.
  moment := greatest(clock_timestamp(), last_moment);
  new_entry := json_build_object(
    'empresa_id', p_empresa_id, 'numero', p_numero,
    'em', to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'operacao', p_operacao, 'recurso', p_recurso, 'id', p_id, 'campos', p_campos,
    'chave_id', p_caller -> 'chave_id', 'chave_prefixo', p_caller -> 'chave_prefixo',
    'operador', p_caller -> 'operador',
    'request_id', p_caller -> 'request_id', 'endereco', p_caller -> 'endereco'
  );
  insert into audit_entry (empresa_id, numero, em, recurso, registro_id, chave_id, entry, hash)
    values (p_empresa_id, p_numero, moment, p_recurso, p_id, (p_caller ->> 'chave_id')::uuid, new_entry,
      sha256(coalesce(last_hash, '') || convert_to(new_entry, 'UTF8')));
  return p_numero;
end $$;

-- Removes a company's entries up to a number, and leaves a checkpoint from which the chain goes on.
create or replace function cut_audit(p_empresa_id uuid, p_numero bigint, p_hash bytea, p_em text, p_signature bytea) returns int
language plpgsql as $$
declare
  removed int;
begin
  insert into audit_checkpoint as existing (empresa_id, numero, hash, em, signature)
    values (p_empresa_id, p_numero, p_hash, p_em, p_signature)
    on conflict (empresa_id) do update
      set numero = excluded.numero, hash = excluded.hash, em = excluded.em, signature = excluded.signature
      where existing.numero < excluded.numero;
  if not found then return 0; end if;
  delete from audit_entry where empresa_id = p_empresa_id and numero <= p_numero;
  get diagnostics removed = row_count;
  return removed;
end $$;
insert into applied_sql (name, checksum) values ('records/sql/audit.sql', '9444c5f581f6464ffc8d8d3dc43555da7963c2b0604683d2fb28d3291bedb870');

-- records/sql/check_write.sql
-- Refuses a write of a record that does not exist, or of which If-Match named other versions (null: any version will do). Returns the
-- change number: the audit takes it from here, so that it comes after the check.
create or replace function check_write(p_change bigint, p_id text, p_version int, p_versions int[]) returns bigint
language plpgsql as $$
begin
  if p_id is null then perform refuse('record_missing'); end if;
  if p_version <> all (p_versions) then perform refuse('version_mismatch'); end if;
  return p_change;
end $$;
insert into applied_sql (name, checksum) values ('records/sql/check_write.sql', '6a51367d5094a74cd6f3df68fdc7efec6ee059cbe6a88ec8a92974a1931741d2');

-- records/sql/idempotency.sql
-- Claims the single execution that a key allows. Returns what prevents it, or null. A second request with the key is
-- refused while the first is running, not queued. The lock belongs to the transaction, so a crash frees the key, and to
-- the schema, so the same key at two services does not collide.
create or replace function try_claim_key(p_empresa_id uuid, p_key text) returns text language plpgsql as $$
begin
  if p_key is null then return null; end if;
  if not pg_try_advisory_xact_lock(hashtextextended(current_schema || ' ' || p_empresa_id || ' ' || p_key, 0)) then
    return 'kept_answer_running';
  end if;
  if exists (
    select from kept_answer
    where empresa_id = p_empresa_id and key = p_key and created_at > now() - interval '24 hours'
  ) then
    return 'kept_answer_exists';
  end if;
  return null;
end $$;

-- try_claim_key for a function that creates one record: refused when something prevents it.
create or replace function claim_key(p_empresa_id uuid, p_key text) returns void language plpgsql as $$
declare
  prevented_by text := try_claim_key(p_empresa_id, p_key);
begin
  if prevented_by is not null then perform refuse(prevented_by); end if;
end $$;

-- Keeps an answer in the transaction that gave it, if the request had a key.
create or replace function keep_answer(
  p_empresa_id uuid, p_key text, p_fingerprint bytea, p_status int, p_record jsonb
) returns void language plpgsql as $$
begin
  if p_key is null then return; end if;
  insert into kept_answer (empresa_id, key, fingerprint, status, record)
    values (p_empresa_id, p_key, p_fingerprint, p_status, p_record)
  -- The key was claimed, so an existing row is older than 24 hours.
  on conflict (empresa_id, key) do update set
    fingerprint = excluded.fingerprint, status = excluded.status, record = excluded.record,
    created_at = excluded.created_at;
end $$;

-- Keeps an answer that created nothing; of each company the newest thousand, since refusals cost their caller nothing.
-- Refused while a request with the key may be creating a record, and after it did.
create or replace function keep_refusal(
  p_empresa_id uuid, p_key text, p_fingerprint bytea, p_status int, p_record jsonb
) returns void language plpgsql as $$
begin
  perform claim_key(p_empresa_id, p_key);
  perform keep_answer(p_empresa_id, p_key, p_fingerprint, p_status, p_record);
  delete from kept_answer where ctid = any (array(
    select ctid from kept_answer where empresa_id = p_empresa_id and status >= 400
    order by created_at desc offset 1000 limit 100
  )) and empresa_id = p_empresa_id and status >= 400;
end $$;
insert into applied_sql (name, checksum) values ('records/sql/idempotency.sql', '4f9595d3b588c7a844baaae5cf0038c4b67ec01b342260a48acd3c548e371c67');

-- records/sql/prune_tombstones.sql
-- Removes up to 500 tombstones older than 90 days, of one company and resource, and notes how far they were removed. Returns
-- how many. One company per call: this locks its sequence, and the locks of several companies would be held together.
-- Their places (ctid) are stable, because tombstones are never updated. After the clock was set back, some before them may be
-- younger: a follower that has not read those starts again without need.
create or replace function prune_tombstones() returns int language plpgsql as $$
declare
  oldest tombstone;
  removed int;
  newest bigint;
begin
  select * into oldest from tombstone where deleted_at < now() - interval '90 days' order by deleted_at limit 1;
  if not found then return 0; end if;

  with gone as (
    delete from tombstone where ctid = any (array(
      select ctid from tombstone
      where empresa_id = oldest.empresa_id and resource = oldest.resource and deleted_at < now() - interval '90 days'
      order by change limit 500
    ))
    returning change
  )
  select count(*), max(change) into removed, newest from gone;
  update change_sequence set pruned = greatest(pruned, newest) where empresa_id = oldest.empresa_id;
  return removed;
end $$;
insert into applied_sql (name, checksum) values ('records/sql/prune_tombstones.sql', '1e7ac856aa533137f71ef090c42d67a17925e35d6b83fbff586ba84386afde43');

-- records/sql/registers.sql
-- Moves a company's records to a register of its own, or back to the shared one. `p_value`: what is unique there, an expression over
-- `p_table`. Returns values that another company of the shared register has; then nothing is changed. A value that appears meanwhile
-- breaks the unique index: the caller looks again. The company's writes wait, and take the register that is in force after them.
create or replace function move_register(p_empresa_id uuid, p_is_own boolean, p_table text, p_value text) returns text[]
language plpgsql as $$
declare
  shared constant uuid := '00000000-0000-0000-0000-000000000000';
  taken text[];
begin
  insert into change_sequence as existing (empresa_id) values (p_empresa_id)
    on conflict (empresa_id) do update set last = existing.last;
  if p_is_own then
    insert into own_register (empresa_id) values (p_empresa_id) on conflict do nothing;
  elsif exists (select from own_register where empresa_id = p_empresa_id) then
    -- A lookup for each value, whatever the statistics say.
    execute format('
      select array_agg(own_value) from (
        select own_value from (select %1$s as own_value from %2$I where empresa_id = $1 offset 0) own
        where exists (select from %2$I where register_id = $2 and %1$s = own_value offset 0)
        limit 10
      ) found', p_value, p_table) into taken using p_empresa_id, shared;
    if taken is not null then return taken; end if;
    delete from own_register where empresa_id = p_empresa_id;
  end if;
  execute format('update %I set register_id = $2 where empresa_id = $1 and register_id <> $2', p_table)
    using p_empresa_id, register_of(p_empresa_id);
  return '{}';
end $$;
insert into applied_sql (name, checksum) values ('records/sql/registers.sql', '337b61fbd799f396380ed9f54a1583348d4603ca60390eb6d4c6d48d0e3ecf06');

-- tables/sql/import_rows.sql
-- Merges the staged rows of an import into the company's records: all of them, or none when a row has a fault.
-- Locks the company's sequence first, as all writers do, so that they do not deadlock.
-- Counts only when p_dry_run, without a lock: the company's writes go on meanwhile. The caller lets it see a single moment.
-- Each service has the steps for its records: match_import notes which record a row changes and whether it does, import_conflicts
-- finds rows that another row or record excludes. Their lookups are by an index, one row at a time: a plan made for a small import
-- serves a large one.
create or replace function import_rows(
  p_empresa_id uuid, p_import_id uuid, p_dry_run boolean, p_record jsonb, p_caller jsonb
) returns jsonb language plpgsql as $$
declare
  created bigint;
  updated bigint;
  same bigint;
  faulty bigint;
  faults jsonb;
begin
  if not p_dry_run then
    insert into change_sequence as existing (empresa_id) values (p_empresa_id)
      on conflict (empresa_id) do update set last = existing.last;
  end if;
  perform match_import(p_empresa_id, p_import_id);

  -- Faults and conflicts are sorted together, not joined: a plan made for a small import serves a large one.
  select count(distinct line),
    jsonb_agg(jsonb_build_object('line', line, 'field', field, 'reason', reason) order by line, priority)
      filter (where place <= 100)
  into faulty, faults
  from (
    select found.*, dense_rank() over (order by line) as place
    from (
      -- A row without a target is a creation; an update accepts values that a creation refuses.
      select line, 1 as priority, fault.key as field, fault.value as reason
      from import_row row cross join lateral jsonb_each_text(
        case when row.target is null then row.faults else row.change_faults end
      ) fault
      where row.import_id = p_import_id
      union all
      select line, case when reason = 'repeated' then 2 else 3 end, field, reason
      from import_conflicts(p_empresa_id, p_import_id)
    ) found
  ) ranked;

  select count(*) filter (where target is null), count(*) filter (where outcome = 'atualizado'),
    count(*) filter (where outcome = 'inalterado')
  into created, updated, same from import_row where import_id = p_import_id;

  if faulty = 0 and not p_dry_run then
    perform merge_records(p_empresa_id, p_import_id, p_record, p_caller);
  end if;

  return jsonb_build_object('criados', created, 'atualizados', updated, 'inalterados', same, 'faulty', faulty,
    'faults', faults);
end $$;

-- Removes up to 5,000 rows that a crashed process left. Returns how many. No import takes so long.
create or replace function remove_old_import_rows() returns int language plpgsql as $$
declare
  removed int;
begin
  delete from import_row where (import_id, line) in (
    select import_id, line from import_row where staged_at < now() - interval '10 minutes' order by staged_at limit 5000
  );
  get diagnostics removed = row_count;
  return removed;
end $$;
insert into applied_sql (name, checksum) values ('tables/sql/import_rows.sql', '795eedd606c459367988fb4bec8c1e36ce18d8e93f67b76220975f4735416bac');

-- tables/sql/merge_records.sql
-- An entry of the audit for each record that an import has created: those numbered after p_number, in their order.
create or replace function audit_imported(
  p_empresa_id uuid, p_table text, p_resource text, p_number bigint, p_caller jsonb
) returns void language plpgsql as $$
declare
  noted record;
begin
  for noted in
    select change, id from current_change
    where empresa_id = p_empresa_id and resource = p_table and change > p_number order by change
  loop
    perform audit(p_empresa_id, noted.change, p_caller, 'importar', p_resource, noted.id, null);
  end loop;
end $$;

-- Writes the rows of an import that has neither faults nor conflicts: new records in the order of the file, then the changes of
-- others. Called under the lock of the company's sequence. p_record is what the record's definition says (merge-text.ts). Without hash
-- and merge joins each row's record is found by its key: the plan is made while the staged rows have no statistics.
create or replace function merge_records(p_empresa_id uuid, p_import_id uuid, p_record jsonb, p_caller jsonb) returns void
language plpgsql set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  last_change bigint;
  created bigint;
  activated bigint;
  written record;
begin
  select last into last_change from change_sequence where empresa_id = p_empresa_id;
  if p_record ? 'prepare' then
    execute format('select %I($1, $2)', p_record ->> 'prepare') using p_empresa_id, p_import_id;
  end if;
  execute p_record ->> 'create' using p_empresa_id, p_import_id, last_change;
  get diagnostics created = row_count;
  select count(*) into activated from import_row
    where import_id = p_import_id and target is null and (record ->> 'ativo')::boolean;
  perform audit_imported(p_empresa_id, p_record ->> 'table', p_record ->> 'resource', last_change, p_caller);
  last_change := last_change + created;

  for written in execute p_record ->> 'update' using p_empresa_id, p_import_id, last_change
  loop
    last_change := written.change;
    activated := activated + written.activated;
    perform audit(p_empresa_id, written.change, p_caller, 'importar', p_record ->> 'resource', written.id, written.fields);
  end loop;

  insert into record_counter as existing (empresa_id, resource, total, active)
    values (p_empresa_id, p_record ->> 'table', created, activated)
    on conflict (empresa_id, resource) do update
      set total = existing.total + excluded.total, active = existing.active + excluded.active;
  update change_sequence set last = last_change where empresa_id = p_empresa_id;
end $$;
insert into applied_sql (name, checksum) values ('tables/sql/merge_records.sql', 'bf5c10179b364bd02adc2be3808a91cb6fbfb4772b019790e8ef68002e1cf0b3');

-- clients/sql/codes.sql
-- The code of a client that was created without one: CLI0001. After CLI9999 it has more digits; lpad alone would cut them off.
create or replace function client_code(p_number bigint) returns text language sql immutable as $$
  select 'CLI' || lpad(p_number::text, greatest(4, length(p_number::text)), '0');
$$;

-- The first number after the given one whose code no caller took. Looks at one, then at twice as many each time: a caller may
-- have taken 100,000 codes in a row, or every second one.
create or replace function free_client_number(p_empresa_id uuid, p_after bigint) returns bigint
language plpgsql as $$
declare
  free bigint;
  last bigint := p_after;
  count int := 1;
begin
  loop
    -- The subquery is a lookup for each number. As `not exists`, the planner might read all clients of the company.
    select min(number) into free from generate_series(last + 1, last + count) number
      where (select id from client where empresa_id = p_empresa_id and codigo = client_code(number)) is null;
    exit when free is not null;
    last := last + count;
    count := least(2 * count, 1000);
  end loop;
  return free;
end $$;

-- The code of a new client that was given none. Called under the lock of the company's sequence, so that a code that is free when it is
-- looked up is still free when it is used.
create or replace function next_client_code(p_empresa_id uuid) returns text language plpgsql as $$
declare
  last bigint := coalesce((select last_codigo from client_counter where empresa_id = p_empresa_id), 0);
  number bigint := free_client_number(p_empresa_id, last);
begin
  insert into client_counter (empresa_id, last_codigo) values (p_empresa_id, number)
    on conflict (empresa_id) do update set last_codigo = excluded.last_codigo;
  return client_code(number);
end $$;

-- Gives the rows of an import that have no code a generated one, which neither a client nor another row has.
create or replace function give_client_codes(p_empresa_id uuid, p_import_id uuid) returns void language plpgsql as $$
declare
  nameless int;
  code text;
begin
  for nameless in select line from import_row where import_id = p_import_id and key is null order by line
  loop
    loop
      code := next_client_code(p_empresa_id);
      exit when not exists (select from import_row where import_id = p_import_id and key = code);
    end loop;
    update import_row set key = code, record = record || jsonb_build_object('codigo', code)
      where import_id = p_import_id and line = nameless;
  end loop;
end $$;
insert into applied_sql (name, checksum) values ('clients/sql/codes.sql', '66588dd53d2dba8339dc910ae180adb732f2fb83f4e38f03019dd37e739fadd4');

-- clients/sql/imports.sql
-- Notes for each row of an import which client it changes, if there is one, and whether it does.
create or replace function match_import(p_empresa_id uuid, p_import_id uuid) returns void language sql as $$
  update import_row as row set (target, outcome) = (
    select client.id::text, case when changed is not distinct from client then 'inalterado' else 'atualizado' end
    from client cross join lateral jsonb_populate_record(client, row.given) changed
    where client.empresa_id = p_empresa_id and client.codigo = row.key
  )
  where row.import_id = p_import_id and row.key is not null;
$$;

-- The conflicts of an import's rows with other rows and with existing clients.
create or replace function import_conflicts(p_empresa_id uuid, p_import_id uuid)
returns table (line int, field text, reason text) language sql stable as $$
  select line, 'codigo', 'repeated'
  from (
    select line, row_number() over (partition by key order by line) as occurrence
    from import_row where import_id = p_import_id and key is not null
  ) keys where occurrence > 1
  union all
  select line, 'email', 'repeated'
  from (
    select line, row_number() over (partition by lower(given ->> 'email') order by line) as occurrence
    from import_row where import_id = p_import_id and given ->> 'email' is not null
  ) emails where occurrence > 1
  union all
  select line, 'id_externo', 'repeated'
  from (
    select line, row_number() over (partition by given ->> 'id_externo' order by line) as occurrence
    from import_row where import_id = p_import_id and given ->> 'id_externo' is not null
  ) external where occurrence > 1
  union all
  select row.line, 'id_externo', 'client_id_externo_key'
  from import_row row cross join lateral (
    select id from client where empresa_id = p_empresa_id and id_externo = row.given ->> 'id_externo' offset 0
  ) holder
  where row.import_id = p_import_id and holder.id::text is distinct from row.target
    and not (row.key is null and coalesce(row.faults ? 'codigo', false))
  union all
  select row.line, 'email', 'client_email_key'
  from import_row row cross join lateral (
    select empresa_id, id from client
    where register_id = (select register_of(p_empresa_id)) and lower(email) = lower(row.given ->> 'email') offset 0
  ) holder
  where row.import_id = p_import_id and (holder.empresa_id <> p_empresa_id or holder.id::text is distinct from row.target)
    -- With an invalid code it is unknown which client the row changes: it may be the holder.
    and not (row.key is null and coalesce(row.faults ? 'codigo', false));
$$;
insert into applied_sql (name, checksum) values ('clients/sql/imports.sql', 'ca679d536d46ce1cfcbc9fd94edd51553218d6298732ffa2fd36c68983bd3901');
reset role;
