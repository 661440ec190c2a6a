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
insert into applied_sql (name, checksum) values ('records/migrations/001-records.sql', '3820fd298eda3d0b2da7d653a6c6aba7d616d446ac57548fe14ac6079116a555');

-- gateway/migrations/001-gateway.sql
create table empresa (
  id uuid primary key default uuidv7(),
  nome text not null,
  ativa boolean not null default true,
  fuso_horario text not null default 'America/Sao_Paulo',
  -- Null: the gateway's own limits (RATE_LIMIT, RATE_BURST).
  requisicoes_por_segundo int check (requisicoes_por_segundo between 1 and 100000),
  rajada int check (rajada between 1 and 1000000),
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
insert into applied_sql (name, checksum) values ('gateway/migrations/001-gateway.sql', '69e604105101ec5edf2b9304eb8ae927e76c3322b376d119d1626cbdc20866ca');

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
insert into applied_sql (name, checksum) values ('records/migrations/001-records.sql', '3820fd298eda3d0b2da7d653a6c6aba7d616d446ac57548fe14ac6079116a555');

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
  -- What is not allocated yet. Negative adjustments add to it: the sum of many amounts.
  credito numeric(21, 2) not null default 0,
  created_at timestamptz(3) not null,
  estornado_em timestamptz(3),
  constraint commission_payment_pkey primary key (empresa_id, id)
);

create index commission_payment_representada on commission_payment (empresa_id, representada_id, id);
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
insert into applied_sql (name, checksum) values ('sales/migrations/001-sales.sql', 'f58ff0f54b413eb67990e05f4300b48b331d46c082f61e35aa82964888d15b46');

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
insert into applied_sql (name, checksum) values ('records/migrations/001-records.sql', '3820fd298eda3d0b2da7d653a6c6aba7d616d446ac57548fe14ac6079116a555');

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
  id text not null,
  nome text not null,
  descricao text,
  preco numeric(15, 6) not null check (preco >= 0),
  ativo boolean not null,
  representada_id uuid,
  -- The product's own rate wins over its representada's. Null: it has none.
  comissao numeric(9, 6) check (comissao between 0 and 100),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version int not null default 1,
  change bigint not null,
  search_text text not null generated always as (
    extensions.fold(id || e'\x1f' || nome || e'\x1f' || coalesce(descricao, ''))
  ) stored,
  -- The caller's choice, and unique in the whole system, not only in the company (contract, "Product").
  constraint product_pkey primary key (id),
  constraint product_representada_fkey foreign key (empresa_id, representada_id) references representada
) with (fillfactor = 90);

create index product_newest on product (empresa_id, created_at desc, id desc);
create index product_ativo on product (empresa_id, ativo, created_at desc, id desc);
create index product_search on product using gin ((empresa_id::text), search_text extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 64);
create index product_nome on product (empresa_id, (left(split_part(search_text, e'\x1f', 2), 100) collate "C"), id);
create index product_inactive on product (empresa_id, created_at desc, id desc) where not ativo;
-- One direction for all columns, so that a filter can be read as a range.
create index product_of_representada on product (empresa_id, representada_id, created_at, id)
  where representada_id is not null;

create trigger product_note_change after insert or delete or update of change on product
  for each row execute function note_change('product');

-- Until there are real statistics, plan as if one company had everything, in the order of its ids. Without this, an
-- empty table's plans may use an index that only narrows a query down to its company, or sort all of the company's
-- records; and a plan stays with its connection while the table grows. The plan tests cover it.
select pg_restore_attribute_stats(
  'schemaname', current_schema::text, 'relname', name, 'attname', 'empresa_id', 'inherited', false,
  'version', 180000, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 1::real, 'correlation', 1::real
) from (values ('representada'), ('product')) planned (name);
insert into applied_sql (name, checksum) values ('catalog/migrations/001-catalog.sql', '2941ed523870d826cbccdb93145e3f30614ce284952990be6e0fe74c119a7feb');

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
insert into applied_sql (name, checksum) values ('records/migrations/001-records.sql', '3820fd298eda3d0b2da7d653a6c6aba7d616d446ac57548fe14ac6079116a555');

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

create unique index client_email_key on client (lower(email));
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
insert into applied_sql (name, checksum) values ('clients/migrations/001-clients.sql', '324d8dc9ba10dacb78df6db7c18f2377e4298e87eda760ea9c74b790eba5b378');

-- The rows that its own processes wrote.
reset role; set session_replication_role = replica;
insert into catalog.audit_entry (empresa_id, numero, em, recurso, registro_id, chave_id, entry, hash) select empresa_id, numero, em, recurso, registro_id, chave_id, entry, hash from json_populate_recordset(null::catalog.audit_entry, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":1,"em":"2026-11-19T12:33:05.305+00:00","recurso":"representadas","registro_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 1, \"em\" : \"2026-11-19T12:33:05.305Z\", \"operacao\" : \"criar\", \"recurso\" : \"representadas\", \"id\" : \"01a1f3cb-d914-7751-b9a5-406172af41b2\", \"campos\" : null, \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"cfdaab3e-7eff-4ea3-ac69-949e92db282d\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x0bd47b33bd3325abc23e280f65def9fea9a0ae5cdc41f89b872875fc143db6a4"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":2,"em":"2026-11-19T12:33:05.336+00:00","recurso":"representadas","registro_id":"01a1f3cb-d937-7145-83a0-40c28469753d","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 2, \"em\" : \"2026-11-19T12:33:05.336Z\", \"operacao\" : \"criar\", \"recurso\" : \"representadas\", \"id\" : \"01a1f3cb-d937-7145-83a0-40c28469753d\", \"campos\" : null, \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"78286d36-4e67-49f4-8f63-a9c320f2af57\", \"endereco\" : \"127.0.0.1\"}","hash":"\\xe422f64b6a6ad9d2060665dcaf29e86e407887d109c0efb3d40f4b1807ad4dd9"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":3,"em":"2026-11-19T12:33:05.366+00:00","recurso":"representadas","registro_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 3, \"em\" : \"2026-11-19T12:33:05.366Z\", \"operacao\" : \"alterar\", \"recurso\" : \"representadas\", \"id\" : \"01a1f3cb-d914-7751-b9a5-406172af41b2\", \"campos\" : [\"comissao_dia\",\"nome\"], \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"813b30d0-5174-4e64-bae6-5deda9549a69\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x5ca447b0d63dbb99933739b2900912b4ae09fd9784dcdc93f994078aca566e62"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":4,"em":"2026-11-19T12:33:05.464+00:00","recurso":"representadas","registro_id":"01a1f3cb-d937-7145-83a0-40c28469753d","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 4, \"em\" : \"2026-11-19T12:33:05.464Z\", \"operacao\" : \"excluir\", \"recurso\" : \"representadas\", \"id\" : \"01a1f3cb-d937-7145-83a0-40c28469753d\", \"campos\" : null, \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"291e2daa-cdfa-4b67-87f8-fcd8d9e35c51\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x84f6fa443d65fcbb5d8ca42364b3428df66f04932f3bc3c9e88762d57d170c9d"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":5,"em":"2026-11-19T12:33:05.637+00:00","recurso":"products","registro_id":"SKU-5c10476e-abee-4555-95e8-559e45a9a8dd","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 5, \"em\" : \"2026-11-19T12:33:05.637Z\", \"operacao\" : \"criar\", \"recurso\" : \"products\", \"id\" : \"SKU-5c10476e-abee-4555-95e8-559e45a9a8dd\", \"campos\" : null, \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"9358142d-f771-4849-a53c-fe086f08d052\", \"endereco\" : \"127.0.0.1\"}","hash":"\\xbe796d1290d635bd15d8801564421970d6a114f2972a7eb2c65ac527f4bd3ca2"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":6,"em":"2026-11-19T12:33:05.653+00:00","recurso":"products","registro_id":"SKU-5c10476e-abee-4555-95e8-559e45a9a8dd","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 6, \"em\" : \"2026-11-19T12:33:05.653Z\", \"operacao\" : \"alterar\", \"recurso\" : \"products\", \"id\" : \"SKU-5c10476e-abee-4555-95e8-559e45a9a8dd\", \"campos\" : [\"comissao\",\"nome\"], \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"e18468bf-7835-4faa-be4b-22313d8d1f1b\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x9d6411a5a6ce6564ac56e837c659cc595d60acefbcce42f02a09e2e1f2afe5d7"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":7,"em":"2026-11-19T12:33:05.681+00:00","recurso":"products","registro_id":"ea6a44c0-4ac2-4fd4-b1fa-8aca7a097780","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 7, \"em\" : \"2026-11-19T12:33:05.681Z\", \"operacao\" : \"importar\", \"recurso\" : \"products\", \"id\" : \"ea6a44c0-4ac2-4fd4-b1fa-8aca7a097780\", \"campos\" : null, \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"487ed352-1da6-4475-81bb-08b8a9593f4a\", \"endereco\" : \"127.0.0.1\"}","hash":"\\xdb157ae392b91edc33feb1e5c9d200e23ab6fba8ae44ef93fe712f6f0c3ba8ea"}
]');
insert into catalog.change_sequence (empresa_id, last, pruned) select empresa_id, last, pruned from json_populate_recordset(null::catalog.change_sequence, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","last":7,"pruned":0}
]');
insert into catalog.current_change (empresa_id, resource, change, id, updated_at) select empresa_id, resource, change, id, updated_at from json_populate_recordset(null::catalog.current_change, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","resource":"representada","change":3,"id":"01a1f3cb-d914-7751-b9a5-406172af41b2","updated_at":"2026-11-19T12:33:05.361+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","resource":"product","change":6,"id":"SKU-5c10476e-abee-4555-95e8-559e45a9a8dd","updated_at":"2026-11-19T12:33:05.651+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","resource":"product","change":7,"id":"ea6a44c0-4ac2-4fd4-b1fa-8aca7a097780","updated_at":"2026-11-19T12:33:05.68+00:00"}
]');
insert into catalog.kept_answer (empresa_id, key, fingerprint, status, record, created_at) select empresa_id, key, fingerprint, status, record, created_at from json_populate_recordset(null::catalog.kept_answer, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","key":"249c061c-56a1-4908-96f6-719e04bd2acd","fingerprint":"\\x1056b1d521661f74b6b9a44c2b4406f9399377a9290fab37ee1b9d3f7bb802ff","status":201,"record":{"id": "01a1f3cb-d914-7751-b9a5-406172af41b2", "cnpj": "", "nome": "Indústria Aurora", "ativo": true, "email": "", "cidade": "", "estado": "", "contato": "", "version": 1, "comissao": 5.000000, "endereco": "", "telefone": "", "created_at": "2026-11-19T12:33:05.3+00:00", "observacao": "", "updated_at": "2026-11-19T12:33:05.3+00:00", "comissao_dia": null, "comissao_quando": null},"created_at":"2026-11-19T12:33:05.294797+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","key":"a13c06b9-6c77-4472-9765-91d164f42276","fingerprint":"\\x292514915dbe3fc7b43d499138e7b95058bfedd7bfde9a0649f3ab7b294e30db","status":201,"record":{"id": "01a1f3cb-d937-7145-83a0-40c28469753d", "cnpj": "", "nome": "Indústria Aurora", "ativo": true, "email": "", "cidade": "", "estado": "", "contato": "", "version": 1, "comissao": 0.000000, "endereco": "", "telefone": "", "created_at": "2026-11-19T12:33:05.335+00:00", "observacao": "", "updated_at": "2026-11-19T12:33:05.335+00:00", "comissao_dia": null, "comissao_quando": null},"created_at":"2026-11-19T12:33:05.334636+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","key":"d028831e-c1ab-4b6e-bba2-c042211e7acf","fingerprint":"\\xf779e6e9a6062141d857ff89f26c100712d3d37ebe11b901841abcf45c86a444","status":201,"record":{"id": "SKU-5c10476e-abee-4555-95e8-559e45a9a8dd", "nome": "Café torrado 500 g", "ativo": true, "preco": 18.900000, "version": 1, "comissao": null, "descricao": null, "created_at": "2026-11-19T12:33:05.636+00:00", "updated_at": "2026-11-19T12:33:05.636+00:00", "representada_id": "01a1f3cb-d914-7751-b9a5-406172af41b2"},"created_at":"2026-11-19T12:33:05.634927+00:00"}
]');
insert into catalog.product (empresa_id, id, nome, descricao, preco, ativo, representada_id, comissao, created_at, updated_at, version, change) select empresa_id, id, nome, descricao, preco, ativo, representada_id, comissao, created_at, updated_at, version, change from json_populate_recordset(null::catalog.product, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","id":"SKU-5c10476e-abee-4555-95e8-559e45a9a8dd","nome":"ea6a44c0-4ac2-4fd4-b1fa-8aca7a097780","descricao":null,"preco":18.900000,"ativo":true,"representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","comissao":7.500000,"created_at":"2026-11-19T12:33:05.636+00:00","updated_at":"2026-11-19T12:33:05.651+00:00","version":2,"change":6},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","id":"ea6a44c0-4ac2-4fd4-b1fa-8aca7a097780","nome":"Café","descricao":null,"preco":1.500000,"ativo":true,"representada_id":null,"comissao":null,"created_at":"2026-11-19T12:33:05.68+00:00","updated_at":"2026-11-19T12:33:05.68+00:00","version":1,"change":7}
]');
insert into catalog.record_counter (empresa_id, resource, total, active) select empresa_id, resource, total, active from json_populate_recordset(null::catalog.record_counter, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","resource":"representada","total":1,"active":1},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","resource":"product","total":2,"active":2}
]');
insert into catalog.representada (empresa_id, id, nome, cnpj, email, telefone, endereco, cidade, estado, contato, observacao, comissao, comissao_quando, comissao_dia, ativo, created_at, updated_at, version, change, nome_revision, rename_pending, delete_epoch, delete_pending, pending_since) select empresa_id, id, nome, cnpj, email, telefone, endereco, cidade, estado, contato, observacao, comissao, comissao_quando, comissao_dia, ativo, created_at, updated_at, version, change, nome_revision, rename_pending, delete_epoch, delete_pending, pending_since from json_populate_recordset(null::catalog.representada, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","id":"01a1f3cb-d914-7751-b9a5-406172af41b2","nome":"ea6a44c0-4ac2-4fd4-b1fa-8aca7a097780","cnpj":"","email":"","telefone":"","endereco":"","cidade":"","estado":"","contato":"","observacao":"","comissao":5.000000,"comissao_quando":null,"comissao_dia":10,"ativo":true,"created_at":"2026-11-19T12:33:05.3+00:00","updated_at":"2026-11-19T12:33:05.361+00:00","version":2,"change":3,"nome_revision":1,"rename_pending":false,"delete_epoch":0,"delete_pending":false,"pending_since":"2026-11-19T12:33:05.361444+00:00"}
]');
insert into catalog.tombstone (empresa_id, resource, change, id, deleted_at) select empresa_id, resource, change, id, deleted_at from json_populate_recordset(null::catalog.tombstone, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","resource":"representada","change":4,"id":"01a1f3cb-d937-7145-83a0-40c28469753d","deleted_at":"2026-11-19T12:33:05.461+00:00"}
]');
insert into clients.audit_entry (empresa_id, numero, em, recurso, registro_id, chave_id, entry, hash) select empresa_id, numero, em, recurso, registro_id, chave_id, entry, hash from json_populate_recordset(null::clients.audit_entry, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":1,"em":"2026-11-19T12:33:05.511+00:00","recurso":"clients","registro_id":"01a1f3cb-d9e1-7a4a-949a-5f8fb657ff3e","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 1, \"em\" : \"2026-11-19T12:33:05.511Z\", \"operacao\" : \"criar\", \"recurso\" : \"clients\", \"id\" : \"01a1f3cb-d9e1-7a4a-949a-5f8fb657ff3e\", \"campos\" : null, \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"48bf93ac-0124-49c9-b4af-15b72eea9e3f\", \"endereco\" : \"127.0.0.1\"}","hash":"\\xfddbd49ad523d469a9c309e002ac7d12caea20838a6e385eff8c025ece0efb37"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":2,"em":"2026-11-19T12:33:05.537+00:00","recurso":"clients","registro_id":"01a1f3cb-da01-703a-8914-b8f4d42c827f","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 2, \"em\" : \"2026-11-19T12:33:05.537Z\", \"operacao\" : \"criar\", \"recurso\" : \"clients\", \"id\" : \"01a1f3cb-da01-703a-8914-b8f4d42c827f\", \"campos\" : null, \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"845797f8-5fdc-4bd2-ae79-a4819f473317\", \"endereco\" : \"127.0.0.1\"}","hash":"\\xdab736d1ba79fb0aed591c92f29a9d41f5368ca30faecd384142a32d12b7b823"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":3,"em":"2026-11-19T12:33:05.553+00:00","recurso":"clients","registro_id":"01a1f3cb-d9e1-7a4a-949a-5f8fb657ff3e","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 3, \"em\" : \"2026-11-19T12:33:05.553Z\", \"operacao\" : \"alterar\", \"recurso\" : \"clients\", \"id\" : \"01a1f3cb-d9e1-7a4a-949a-5f8fb657ff3e\", \"campos\" : [\"nome\",\"quinta\"], \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"cfed429e-32bc-4bc4-91f7-bb8d778c3c83\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x27b7c4e11dbabbc1a2eb0102b9935da9112a9bfbdc7dc564f718105ee4ebb06a"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":4,"em":"2026-11-19T12:33:05.578+00:00","recurso":"clients","registro_id":"01a1f3cb-da01-703a-8914-b8f4d42c827f","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 4, \"em\" : \"2026-11-19T12:33:05.578Z\", \"operacao\" : \"excluir\", \"recurso\" : \"clients\", \"id\" : \"01a1f3cb-da01-703a-8914-b8f4d42c827f\", \"campos\" : null, \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"871696e7-a91e-4c27-a3c7-42e716211e81\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x33b994b00f52e967945c9f1d0b2be800e6245f6fc3d323b766b679dd7901f012"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":5,"em":"2026-11-19T12:33:05.618+00:00","recurso":"clients","registro_id":"01a1f3cb-da50-76ce-bf46-dc4934f40de7","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 5, \"em\" : \"2026-11-19T12:33:05.618Z\", \"operacao\" : \"importar\", \"recurso\" : \"clients\", \"id\" : \"01a1f3cb-da50-76ce-bf46-dc4934f40de7\", \"campos\" : null, \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"f3724cce-0093-4732-9947-c280fdeb365b\", \"endereco\" : \"127.0.0.1\"}","hash":"\\xa46fb5233f83d66fed1c7e2a80fe711c7df61e05f43abe78332606c4fe19a89b"}
]');
insert into clients.change_sequence (empresa_id, last, pruned) select empresa_id, last, pruned from json_populate_recordset(null::clients.change_sequence, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","last":5,"pruned":0}
]');
insert into clients.client (empresa_id, id, codigo, nome, cnpj_cpf, email, telefone, endereco, bairro, cidade, estado, observacao, ativo, segunda, terca, quarta, quinta, sexta, created_at, updated_at, version, change, nome_revision, rename_pending, delete_epoch, delete_pending, pending_since) select empresa_id, id, codigo, nome, cnpj_cpf, email, telefone, endereco, bairro, cidade, estado, observacao, ativo, segunda, terca, quarta, quinta, sexta, created_at, updated_at, version, change, nome_revision, rename_pending, delete_epoch, delete_pending, pending_since from json_populate_recordset(null::clients.client, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","id":"01a1f3cb-d9e1-7a4a-949a-5f8fb657ff3e","codigo":"CLI0001","nome":"ea6a44c0-4ac2-4fd4-b1fa-8aca7a097780","cnpj_cpf":null,"email":"a151d4bb-ae5c-4206-b4b9-2a0a0322f0cd@exemplo.com.br","telefone":"+5511987654321","endereco":null,"bairro":"","cidade":"São Paulo","estado":"SP","observacao":"","ativo":true,"segunda":false,"terca":false,"quarta":false,"quinta":true,"sexta":false,"created_at":"2026-11-19T12:33:05.505+00:00","updated_at":"2026-11-19T12:33:05.549+00:00","version":2,"change":3,"nome_revision":1,"rename_pending":false,"delete_epoch":0,"delete_pending":false,"pending_since":"2026-11-19T12:33:05.548665+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","id":"01a1f3cb-da50-76ce-bf46-dc4934f40de7","codigo":"ea6a44c0-4ac2-4fd4-b1fa-8aca7a097780","nome":"Mercado","cnpj_cpf":null,"email":"ea6a44c0-4ac2-4fd4-b1fa-8aca7a097780@exemplo.com.br","telefone":"+5511987654321","endereco":null,"bairro":"","cidade":"Natal","estado":"RN","observacao":"","ativo":true,"segunda":false,"terca":false,"quarta":false,"quinta":false,"sexta":false,"created_at":"2026-11-19T12:33:05.616+00:00","updated_at":"2026-11-19T12:33:05.616+00:00","version":1,"change":5,"nome_revision":0,"rename_pending":false,"delete_epoch":0,"delete_pending":false,"pending_since":null}
]');
insert into clients.client_counter (empresa_id, last_codigo) select empresa_id, last_codigo from json_populate_recordset(null::clients.client_counter, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","last_codigo":2}
]');
insert into clients.current_change (empresa_id, resource, change, id, updated_at) select empresa_id, resource, change, id, updated_at from json_populate_recordset(null::clients.current_change, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","resource":"client","change":3,"id":"01a1f3cb-d9e1-7a4a-949a-5f8fb657ff3e","updated_at":"2026-11-19T12:33:05.549+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","resource":"client","change":5,"id":"01a1f3cb-da50-76ce-bf46-dc4934f40de7","updated_at":"2026-11-19T12:33:05.616+00:00"}
]');
insert into clients.kept_answer (empresa_id, key, fingerprint, status, record, created_at) select empresa_id, key, fingerprint, status, record, created_at from json_populate_recordset(null::clients.kept_answer, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","key":"c8619fff-cc94-488a-af30-fee1fcff3619","fingerprint":"\\x660c95e0058c70102e7d8fab0d6a8681d0fce9e8c50f4f4102b31fb6c3760be5","status":201,"record":{"id": "01a1f3cb-d9e1-7a4a-949a-5f8fb657ff3e", "nome": "Mercado São José", "ativo": true, "email": "a151d4bb-ae5c-4206-b4b9-2a0a0322f0cd@exemplo.com.br", "cidade": "São Paulo", "codigo": "CLI0001", "estado": "SP", "version": 1, "cnpj_cpf": null, "endereco": null, "telefone": "+5511987654321", "created_at": "2026-11-19T12:33:05.505+00:00", "updated_at": "2026-11-19T12:33:05.505+00:00"},"created_at":"2026-11-19T12:33:05.501571+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","key":"1d99cfeb-b9d5-474c-90c9-6065737aaada","fingerprint":"\\x10dab9c06f256a0ed3a6cb24a78034a425cd7c0cf95a7bedeaa97dc8914931a1","status":201,"record":{"id": "01a1f3cb-da01-703a-8914-b8f4d42c827f", "nome": "Mercado São José", "ativo": true, "email": "ad7b0da0-6aa8-4154-8065-4cb9023de468@exemplo.com.br", "cidade": "São Paulo", "codigo": "CLI0002", "estado": "SP", "version": 1, "cnpj_cpf": null, "endereco": null, "telefone": "+5511987654321", "created_at": "2026-11-19T12:33:05.537+00:00", "updated_at": "2026-11-19T12:33:05.537+00:00"},"created_at":"2026-11-19T12:33:05.536662+00:00"}
]');
insert into clients.record_counter (empresa_id, resource, total, active) select empresa_id, resource, total, active from json_populate_recordset(null::clients.record_counter, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","resource":"client","total":2,"active":2}
]');
insert into clients.tombstone (empresa_id, resource, change, id, deleted_at) select empresa_id, resource, change, id, deleted_at from json_populate_recordset(null::clients.tombstone, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","resource":"client","change":4,"id":"01a1f3cb-da01-703a-8914-b8f4d42c827f","deleted_at":"2026-11-19T12:33:05.575+00:00"}
]');
insert into gateway.api_key (id, empresa_id, prefixo, hash, rotulo, escopo, criada_em, expira_em, revoked_at, ultimo_uso, is_rotated, unrotated_expires_at) select id, empresa_id, prefixo, hash, rotulo, escopo, criada_em, expira_em, revoked_at, ultimo_uso, is_rotated, unrotated_expires_at from json_populate_recordset(null::gateway.api_key, '[
{"id":"01a1f3cb-cf73-7896-9ea0-1c8a542fd4b0","empresa_id":"01900000-0000-7000-8000-00000000000b","prefixo":"demo-empresa-b","hash":"\\x2fd443a70d7b4e8a7ea85601af5cf71322b36ffaa0e81be5378a7c7f73ae19c6","rotulo":"Demonstração","escopo":"admin","criada_em":"2026-11-19T12:33:02.835+00:00","expira_em":null,"revoked_at":null,"ultimo_uso":null,"is_rotated":false,"unrotated_expires_at":null},
{"id":"01a1f3cb-cf75-7301-a1ab-2598a4ae776e","empresa_id":"01900000-0000-7000-8000-00000000000c","prefixo":"demo-empresa-inativa","hash":"\\xb4b0abcb9c31fd74e509c83c052185fd5f6356b74837633ebd85e8ce8bbd8f90","rotulo":"Demonstração","escopo":"admin","criada_em":"2026-11-19T12:33:02.837+00:00","expira_em":null,"revoked_at":null,"ultimo_uso":null,"is_rotated":false,"unrotated_expires_at":null},
{"id":"01a1f3cb-dc24-741c-be6f-306d0ad39f3e","empresa_id":"01900000-0000-7000-8000-00000000000a","prefixo":"rep_live_SzhuFr0e","hash":"\\xa017a8d56bcf520fe61eb0c321ada2621225a26737933ffd495ad3170c857d13","rotulo":"ea6a44c0-4ac2-4fd4-b1fa-8aca7a097780","escopo":"read","criada_em":"2026-11-19T12:33:06.078+00:00","expira_em":"2026-11-19T12:34:06.096+00:00","revoked_at":"2026-11-19T12:33:06.118+00:00","ultimo_uso":null,"is_rotated":true,"unrotated_expires_at":null},
{"id":"01a1f3cb-dc34-7b7d-b1bf-d9e0a7995df2","empresa_id":"01900000-0000-7000-8000-00000000000a","prefixo":"rep_live_MU3iCGnB","hash":"\\x8f1ec075857198dfad4343c84de0087536dc50138e7cbad1ec525716f151dfb6","rotulo":"ea6a44c0-4ac2-4fd4-b1fa-8aca7a097780","escopo":"read","criada_em":"2026-11-19T12:33:06.096+00:00","expira_em":null,"revoked_at":"2026-11-19T12:33:06.127+00:00","ultimo_uso":null,"is_rotated":false,"unrotated_expires_at":null},
{"id":"01a1f3cb-dc5c-7e2c-934d-8f1e4dcd4bc3","empresa_id":"01a1f3cb-dc5c-7a97-aaba-e701a939920b","prefixo":"rep_live_rgnNbS1h","hash":"\\x0020e955e886745f2c0c2ad1bc6cd85090f0584271978dd79700b74df07b73e7","rotulo":"Primeira chave","escopo":"admin","criada_em":"2026-11-19T12:33:06.139+00:00","expira_em":null,"revoked_at":null,"ultimo_uso":null,"is_rotated":false,"unrotated_expires_at":null},
{"id":"01a1f3cb-dc80-7b3c-b97a-a5e33568451d","empresa_id":"01a1f3cb-dc5c-7a97-aaba-e701a939920b","prefixo":"rep_live_ru0cU71q","hash":"\\xcb9144b7fe54b476b23186c3bad2dda0b4fddcefd3add9700272fd4460843f34","rotulo":"ea6a44c0-4ac2-4fd4-b1fa-8aca7a097780","escopo":"write","criada_em":"2026-11-19T12:33:06.176+00:00","expira_em":null,"revoked_at":"2026-11-19T12:33:06.183+00:00","ultimo_uso":null,"is_rotated":false,"unrotated_expires_at":null},
{"id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","empresa_id":"01900000-0000-7000-8000-00000000000a","prefixo":"demo-empresa-a","hash":"\\xc0c963a990894b14bf433d1b2255e4fd5c0ab0f17052bdc771e870b489171ce6","rotulo":"Demonstração","escopo":"admin","criada_em":"2026-11-19T12:33:02.825+00:00","expira_em":null,"revoked_at":null,"ultimo_uso":"2026-11-19T12:33:00+00:00","is_rotated":false,"unrotated_expires_at":null}
]');
insert into gateway.audit_entry (empresa_id, numero, em, recurso, registro_id, chave_id, entry, hash) select empresa_id, numero, em, recurso, registro_id, chave_id, entry, hash from json_populate_recordset(null::gateway.audit_entry, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":1,"em":"2026-11-19T12:33:02.832+00:00","recurso":"empresas","registro_id":"01900000-0000-7000-8000-00000000000a","chave_id":null,"entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 1, \"em\" : \"2026-11-19T12:33:02.832Z\", \"operacao\" : \"criar\", \"recurso\" : \"empresas\", \"id\" : \"01900000-0000-7000-8000-00000000000a\", \"campos\" : null, \"chave_id\" : null, \"chave_prefixo\" : null, \"operador\" : \"comando\", \"request_id\" : null, \"endereco\" : null}","hash":"\\x131ad37af98dd93a69430d5b46e4e62cd67909dea0f0c5969d038b761a06410c"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":2,"em":"2026-11-19T12:33:02.833+00:00","recurso":"keys","registro_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","chave_id":null,"entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 2, \"em\" : \"2026-11-19T12:33:02.833Z\", \"operacao\" : \"criar\", \"recurso\" : \"keys\", \"id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"campos\" : null, \"chave_id\" : null, \"chave_prefixo\" : null, \"operador\" : \"comando\", \"request_id\" : null, \"endereco\" : null}","hash":"\\x78088127741093404f85de58829bfa2a0731f993771301c9535c1de0ab01d1aa"},
{"empresa_id":"01900000-0000-7000-8000-00000000000b","numero":1,"em":"2026-11-19T12:33:02.836+00:00","recurso":"empresas","registro_id":"01900000-0000-7000-8000-00000000000b","chave_id":null,"entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000b\", \"numero\" : 1, \"em\" : \"2026-11-19T12:33:02.836Z\", \"operacao\" : \"criar\", \"recurso\" : \"empresas\", \"id\" : \"01900000-0000-7000-8000-00000000000b\", \"campos\" : null, \"chave_id\" : null, \"chave_prefixo\" : null, \"operador\" : \"comando\", \"request_id\" : null, \"endereco\" : null}","hash":"\\x6625309595bd1333bcf19f708035f1650817b1c05f244c1372f2b44299211cae"},
{"empresa_id":"01900000-0000-7000-8000-00000000000b","numero":2,"em":"2026-11-19T12:33:02.836+00:00","recurso":"keys","registro_id":"01a1f3cb-cf73-7896-9ea0-1c8a542fd4b0","chave_id":null,"entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000b\", \"numero\" : 2, \"em\" : \"2026-11-19T12:33:02.836Z\", \"operacao\" : \"criar\", \"recurso\" : \"keys\", \"id\" : \"01a1f3cb-cf73-7896-9ea0-1c8a542fd4b0\", \"campos\" : null, \"chave_id\" : null, \"chave_prefixo\" : null, \"operador\" : \"comando\", \"request_id\" : null, \"endereco\" : null}","hash":"\\x332935f3e741ef5eb8f45b5d96b94233771b12508db8a1821fa62ff74f03ed65"},
{"empresa_id":"01900000-0000-7000-8000-00000000000c","numero":1,"em":"2026-11-19T12:33:02.837+00:00","recurso":"empresas","registro_id":"01900000-0000-7000-8000-00000000000c","chave_id":null,"entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000c\", \"numero\" : 1, \"em\" : \"2026-11-19T12:33:02.837Z\", \"operacao\" : \"criar\", \"recurso\" : \"empresas\", \"id\" : \"01900000-0000-7000-8000-00000000000c\", \"campos\" : null, \"chave_id\" : null, \"chave_prefixo\" : null, \"operador\" : \"comando\", \"request_id\" : null, \"endereco\" : null}","hash":"\\xa59ba0b25caab4b9b93429ece694ceb889cd4890833cde2a8c4df36378b2e952"},
{"empresa_id":"01900000-0000-7000-8000-00000000000c","numero":2,"em":"2026-11-19T12:33:02.837+00:00","recurso":"keys","registro_id":"01a1f3cb-cf75-7301-a1ab-2598a4ae776e","chave_id":null,"entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000c\", \"numero\" : 2, \"em\" : \"2026-11-19T12:33:02.837Z\", \"operacao\" : \"criar\", \"recurso\" : \"keys\", \"id\" : \"01a1f3cb-cf75-7301-a1ab-2598a4ae776e\", \"campos\" : null, \"chave_id\" : null, \"chave_prefixo\" : null, \"operador\" : \"comando\", \"request_id\" : null, \"endereco\" : null}","hash":"\\xd43570640620f9ed34c910d4f7abc524c4c71ad4214c6624bf1e57134ce8614b"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":3,"em":"2026-11-19T12:33:06.086+00:00","recurso":"keys","registro_id":"01a1f3cb-dc24-741c-be6f-306d0ad39f3e","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 3, \"em\" : \"2026-11-19T12:33:06.086Z\", \"operacao\" : \"criar\", \"recurso\" : \"keys\", \"id\" : \"01a1f3cb-dc24-741c-be6f-306d0ad39f3e\", \"campos\" : null, \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"4ee43622-5136-4fe5-b0b7-3d0bf3cdd556\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x02b4f8834914406104e4b9a042ff8707838d3c38e9bc825a4c63dc67bdaa18ad"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":4,"em":"2026-11-19T12:33:06.101+00:00","recurso":"keys","registro_id":"01a1f3cb-dc24-741c-be6f-306d0ad39f3e","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 4, \"em\" : \"2026-11-19T12:33:06.101Z\", \"operacao\" : \"trocar\", \"recurso\" : \"keys\", \"id\" : \"01a1f3cb-dc24-741c-be6f-306d0ad39f3e\", \"campos\" : null, \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"b2ca1d57-2e40-47a2-a304-fa2222802071\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x16ddfd75d9c591804c689136ed7df4b55fecd1a29528fd37be560f9171b11e3c"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":5,"em":"2026-11-19T12:33:06.101+00:00","recurso":"keys","registro_id":"01a1f3cb-dc34-7b7d-b1bf-d9e0a7995df2","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 5, \"em\" : \"2026-11-19T12:33:06.101Z\", \"operacao\" : \"criar\", \"recurso\" : \"keys\", \"id\" : \"01a1f3cb-dc34-7b7d-b1bf-d9e0a7995df2\", \"campos\" : null, \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"b2ca1d57-2e40-47a2-a304-fa2222802071\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x1974d145e80c35e9b4a39c0ac8d107cc0dcc2f49c753e42d96d2378d9b69ec3f"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":6,"em":"2026-11-19T12:33:06.119+00:00","recurso":"keys","registro_id":"01a1f3cb-dc24-741c-be6f-306d0ad39f3e","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 6, \"em\" : \"2026-11-19T12:33:06.119Z\", \"operacao\" : \"revogar\", \"recurso\" : \"keys\", \"id\" : \"01a1f3cb-dc24-741c-be6f-306d0ad39f3e\", \"campos\" : null, \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"50e9d3b7-1e8b-4a2e-bcef-08505206090c\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x2624a2f181cf52cb8344459bf45328413c4f765c99bef73407b0d4d0003e9d2e"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":7,"em":"2026-11-19T12:33:06.127+00:00","recurso":"keys","registro_id":"01a1f3cb-dc34-7b7d-b1bf-d9e0a7995df2","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 7, \"em\" : \"2026-11-19T12:33:06.127Z\", \"operacao\" : \"revogar\", \"recurso\" : \"keys\", \"id\" : \"01a1f3cb-dc34-7b7d-b1bf-d9e0a7995df2\", \"campos\" : null, \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"c3e98531-47ae-4c84-a534-cfd281e27922\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x90a125faadc6ff7e9ffedbc14da749c7f4bd72cd191c26b9380ab959f104582d"},
{"empresa_id":"01a1f3cb-dc5c-7a97-aaba-e701a939920b","numero":1,"em":"2026-11-19T12:33:06.141+00:00","recurso":"empresas","registro_id":"01a1f3cb-dc5c-7a97-aaba-e701a939920b","chave_id":null,"entry":"{\"empresa_id\" : \"01a1f3cb-dc5c-7a97-aaba-e701a939920b\", \"numero\" : 1, \"em\" : \"2026-11-19T12:33:06.141Z\", \"operacao\" : \"criar\", \"recurso\" : \"empresas\", \"id\" : \"01a1f3cb-dc5c-7a97-aaba-e701a939920b\", \"campos\" : null, \"chave_id\" : null, \"chave_prefixo\" : null, \"operador\" : \"admin\", \"request_id\" : \"1dc7b974-a48f-473d-99ba-f69003333ebe\", \"endereco\" : \"127.0.0.1\"}","hash":"\\xe42b4f661dc526c1d3b0a832345ba74057b7dc62773c860afae0df14ef030656"},
{"empresa_id":"01a1f3cb-dc5c-7a97-aaba-e701a939920b","numero":2,"em":"2026-11-19T12:33:06.142+00:00","recurso":"keys","registro_id":"01a1f3cb-dc5c-7e2c-934d-8f1e4dcd4bc3","chave_id":null,"entry":"{\"empresa_id\" : \"01a1f3cb-dc5c-7a97-aaba-e701a939920b\", \"numero\" : 2, \"em\" : \"2026-11-19T12:33:06.142Z\", \"operacao\" : \"criar\", \"recurso\" : \"keys\", \"id\" : \"01a1f3cb-dc5c-7e2c-934d-8f1e4dcd4bc3\", \"campos\" : null, \"chave_id\" : null, \"chave_prefixo\" : null, \"operador\" : \"admin\", \"request_id\" : \"1dc7b974-a48f-473d-99ba-f69003333ebe\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x8cdfc086256f35bc9a0d63fbc635a5b01c5a277999c49ae287aa067febf4614c"},
{"empresa_id":"01a1f3cb-dc5c-7a97-aaba-e701a939920b","numero":3,"em":"2026-11-19T12:33:06.161+00:00","recurso":"empresas","registro_id":"01a1f3cb-dc5c-7a97-aaba-e701a939920b","chave_id":null,"entry":"{\"empresa_id\" : \"01a1f3cb-dc5c-7a97-aaba-e701a939920b\", \"numero\" : 3, \"em\" : \"2026-11-19T12:33:06.161Z\", \"operacao\" : \"desativar\", \"recurso\" : \"empresas\", \"id\" : \"01a1f3cb-dc5c-7a97-aaba-e701a939920b\", \"campos\" : [\"ativa\"], \"chave_id\" : null, \"chave_prefixo\" : null, \"operador\" : \"admin\", \"request_id\" : \"6ff68d15-b6ea-43dc-921c-9b78cbf1a801\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x20bf2d9688d0f637d758d09e650d767ff6b7114a339334f128952ba8189eca31"},
{"empresa_id":"01a1f3cb-dc5c-7a97-aaba-e701a939920b","numero":4,"em":"2026-11-19T12:33:06.177+00:00","recurso":"keys","registro_id":"01a1f3cb-dc80-7b3c-b97a-a5e33568451d","chave_id":null,"entry":"{\"empresa_id\" : \"01a1f3cb-dc5c-7a97-aaba-e701a939920b\", \"numero\" : 4, \"em\" : \"2026-11-19T12:33:06.177Z\", \"operacao\" : \"criar\", \"recurso\" : \"keys\", \"id\" : \"01a1f3cb-dc80-7b3c-b97a-a5e33568451d\", \"campos\" : null, \"chave_id\" : null, \"chave_prefixo\" : null, \"operador\" : \"admin\", \"request_id\" : \"a5a88269-976d-4204-8020-43d6b6ef3587\", \"endereco\" : \"127.0.0.1\"}","hash":"\\xaf6b3ee9880fbb3a805edbfdbbfcbd89b43d0bede1f5d3c627c6f61177d80ce1"},
{"empresa_id":"01a1f3cb-dc5c-7a97-aaba-e701a939920b","numero":5,"em":"2026-11-19T12:33:06.183+00:00","recurso":"keys","registro_id":"01a1f3cb-dc80-7b3c-b97a-a5e33568451d","chave_id":null,"entry":"{\"empresa_id\" : \"01a1f3cb-dc5c-7a97-aaba-e701a939920b\", \"numero\" : 5, \"em\" : \"2026-11-19T12:33:06.183Z\", \"operacao\" : \"revogar\", \"recurso\" : \"keys\", \"id\" : \"01a1f3cb-dc80-7b3c-b97a-a5e33568451d\", \"campos\" : null, \"chave_id\" : null, \"chave_prefixo\" : null, \"operador\" : \"admin\", \"request_id\" : \"4d8fdbd9-3068-4862-b7d5-e8f229659277\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x38c4f10340658f628aeadba7a0e54bdd22f468f1ba9b7183debca36150bf4036"}
]');
insert into gateway.change_sequence (empresa_id, last, pruned) select empresa_id, last, pruned from json_populate_recordset(null::gateway.change_sequence, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000b","last":2,"pruned":0},
{"empresa_id":"01900000-0000-7000-8000-00000000000c","last":2,"pruned":0},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","last":7,"pruned":0},
{"empresa_id":"01a1f3cb-dc5c-7a97-aaba-e701a939920b","last":5,"pruned":0}
]');
insert into gateway.empresa (id, nome, ativa, fuso_horario, requisicoes_por_segundo, rajada, criada_em, atualizada_em) select id, nome, ativa, fuso_horario, requisicoes_por_segundo, rajada, criada_em, atualizada_em from json_populate_recordset(null::gateway.empresa, '[
{"id":"01900000-0000-7000-8000-00000000000a","nome":"Empresa Demo A","ativa":true,"fuso_horario":"America/Sao_Paulo","requisicoes_por_segundo":null,"rajada":null,"criada_em":"2026-11-19T12:33:02.825+00:00","atualizada_em":"2026-11-19T12:33:02.825+00:00"},
{"id":"01900000-0000-7000-8000-00000000000b","nome":"Empresa Demo B","ativa":true,"fuso_horario":"America/Sao_Paulo","requisicoes_por_segundo":null,"rajada":null,"criada_em":"2026-11-19T12:33:02.835+00:00","atualizada_em":"2026-11-19T12:33:02.835+00:00"},
{"id":"01900000-0000-7000-8000-00000000000c","nome":"Empresa Demo Inativa","ativa":false,"fuso_horario":"America/Sao_Paulo","requisicoes_por_segundo":null,"rajada":null,"criada_em":"2026-11-19T12:33:02.837+00:00","atualizada_em":"2026-11-19T12:33:02.837+00:00"},
{"id":"01a1f3cb-dc5c-7a97-aaba-e701a939920b","nome":"ea6a44c0-4ac2-4fd4-b1fa-8aca7a097780","ativa":false,"fuso_horario":"America/Sao_Paulo","requisicoes_por_segundo":null,"rajada":null,"criada_em":"2026-11-19T12:33:06.139+00:00","atualizada_em":"2026-11-19T12:33:06.158+00:00"}
]');
insert into sales.audit_entry (empresa_id, numero, em, recurso, registro_id, chave_id, entry, hash) select empresa_id, numero, em, recurso, registro_id, chave_id, entry, hash from json_populate_recordset(null::sales.audit_entry, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":1,"em":"2026-11-19T12:33:05.736+00:00","recurso":"sales","registro_id":"01a1f3cb-dac3-7ee4-9414-c00542f84940","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 1, \"em\" : \"2026-11-19T12:33:05.736Z\", \"operacao\" : \"criar\", \"recurso\" : \"sales\", \"id\" : \"01a1f3cb-dac3-7ee4-9414-c00542f84940\", \"campos\" : null, \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"5c4f61a8-c731-48a2-8143-92b18ec25e40\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x922f79c360e485dd729e837230d2fb0aa853310bf89472c42e23a89c90c67694"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":2,"em":"2026-11-19T12:33:05.773+00:00","recurso":"sales","registro_id":"01a1f3cb-daec-7a81-9f0d-6f230a7caedc","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 2, \"em\" : \"2026-11-19T12:33:05.773Z\", \"operacao\" : \"criar\", \"recurso\" : \"sales\", \"id\" : \"01a1f3cb-daec-7a81-9f0d-6f230a7caedc\", \"campos\" : null, \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"c330f720-3c1f-4b9a-8f33-55257a949e09\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x1deac9aa6c6d43b8f2cddaeca8bf9ee1e2c2ad40fcb18c0e499b0ddda76553d0"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":3,"em":"2026-11-19T12:33:05.817+00:00","recurso":"receipts","registro_id":"01a1f3cb-db09-7dc7-9b50-d8d4520f2de8","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 3, \"em\" : \"2026-11-19T12:33:05.817Z\", \"operacao\" : \"criar\", \"recurso\" : \"receipts\", \"id\" : \"01a1f3cb-db09-7dc7-9b50-d8d4520f2de8\", \"campos\" : null, \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"be0b305c-2515-4f25-8a3f-0aeefb1f521c\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x0c420d1ee1ecb84377c8be839c0414faf61734ae032f3510959c6e69c887108d"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":4,"em":"2026-11-19T12:33:05.84+00:00","recurso":"receipts","registro_id":"01a1f3cb-db09-7dc7-9b50-d8d4520f2de8","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 4, \"em\" : \"2026-11-19T12:33:05.840Z\", \"operacao\" : \"excluir\", \"recurso\" : \"receipts\", \"id\" : \"01a1f3cb-db09-7dc7-9b50-d8d4520f2de8\", \"campos\" : null, \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"7ec52a1c-de46-448f-84b2-03b5d9f78793\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x486dc627a3b57a75322359d0d96fb126829b42623d2acf5709b80d5402f11f1f"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":5,"em":"2026-11-19T12:33:05.863+00:00","recurso":"receipts","registro_id":"01a1f3cb-db45-7874-9ac4-52bb76b67dc9","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 5, \"em\" : \"2026-11-19T12:33:05.863Z\", \"operacao\" : \"criar\", \"recurso\" : \"receipts\", \"id\" : \"01a1f3cb-db45-7874-9ac4-52bb76b67dc9\", \"campos\" : null, \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"29108cd7-0858-4194-ba57-2bf0ce44a40f\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x4599934e79e466cb1a4d47fe52ee719a71d8cd99a10e355a161a2c0d94fbc0a4"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":6,"em":"2026-11-19T12:33:05.889+00:00","recurso":"sales","registro_id":"01a1f3cb-dac3-7ee4-9414-c00542f84940","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 6, \"em\" : \"2026-11-19T12:33:05.889Z\", \"operacao\" : \"alterar\", \"recurso\" : \"sales\", \"id\" : \"01a1f3cb-dac3-7ee4-9414-c00542f84940\", \"campos\" : [\"status\",\"recebido\"], \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"8b15143d-1830-4dbf-b8e6-88d584c393b3\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x2d0f6b5eb56dfdd3348410077f908fe81b1edca8f2db6d4ec69af1b90abaa7e2"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":7,"em":"2026-11-19T12:33:05.907+00:00","recurso":"sales","registro_id":"01a1f3cb-daec-7a81-9f0d-6f230a7caedc","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 7, \"em\" : \"2026-11-19T12:33:05.907Z\", \"operacao\" : \"excluir\", \"recurso\" : \"sales\", \"id\" : \"01a1f3cb-daec-7a81-9f0d-6f230a7caedc\", \"campos\" : null, \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"47a4bc3c-b856-4672-818e-650a3d34347d\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x8b7a2e127dad1988007ad7c65b926dc084e6457076815bf048f9f32567d10847"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":8,"em":"2026-11-19T12:33:05.926+00:00","recurso":"adjustments","registro_id":"01a1f3cb-db85-7b99-ac3d-9c4d8c04e10a","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 8, \"em\" : \"2026-11-19T12:33:05.926Z\", \"operacao\" : \"criar\", \"recurso\" : \"adjustments\", \"id\" : \"01a1f3cb-db85-7b99-ac3d-9c4d8c04e10a\", \"campos\" : null, \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"14a9daf0-2248-4e56-ad3c-83b2a4fbb777\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x5bd1fde5f287f58476ec2c08822f4084eead424d0dd06067c4c8cf562accd11c"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":9,"em":"2026-11-19T12:33:05.986+00:00","recurso":"payments","registro_id":"01a1f3cb-dbab-790d-86a9-3e79639d98b3","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 9, \"em\" : \"2026-11-19T12:33:05.986Z\", \"operacao\" : \"criar\", \"recurso\" : \"payments\", \"id\" : \"01a1f3cb-dbab-790d-86a9-3e79639d98b3\", \"campos\" : null, \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"58260be4-9df2-4122-bc44-86ca2728213b\", \"endereco\" : \"127.0.0.1\"}","hash":"\\xdf14db39a85200ad4e680e2b9169c8b6a669426b30da09b400743abf571026b2"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":10,"em":"2026-11-19T12:33:06.004+00:00","recurso":"payments","registro_id":"01a1f3cb-dbab-790d-86a9-3e79639d98b3","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 10, \"em\" : \"2026-11-19T12:33:06.004Z\", \"operacao\" : \"excluir\", \"recurso\" : \"payments\", \"id\" : \"01a1f3cb-dbab-790d-86a9-3e79639d98b3\", \"campos\" : null, \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"b9cba65e-41d8-4765-80f3-074392016cca\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x9437533d8917d1c08d2be1d1ef6649cc2a454dd5e1bdfa5dcdb78a29147f924b"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":11,"em":"2026-11-19T12:33:06.028+00:00","recurso":"payments","registro_id":"01a1f3cb-dbea-7b92-b92a-9fc98da66cfa","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 11, \"em\" : \"2026-11-19T12:33:06.028Z\", \"operacao\" : \"criar\", \"recurso\" : \"payments\", \"id\" : \"01a1f3cb-dbea-7b92-b92a-9fc98da66cfa\", \"campos\" : null, \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"3c94cc07-708d-4601-8551-030bdab3d952\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x9cb618b4d5104fb663a7b8c024832e546d79c41c569952747f3a8a63d103151d"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":12,"em":"2026-11-19T12:33:06.064+00:00","recurso":"payments","registro_id":"01a1f3cb-dc0c-7b86-aaab-6d1e35f80098","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","entry":"{\"empresa_id\" : \"01900000-0000-7000-8000-00000000000a\", \"numero\" : 12, \"em\" : \"2026-11-19T12:33:06.064Z\", \"operacao\" : \"criar\", \"recurso\" : \"payments\", \"id\" : \"01a1f3cb-dc0c-7b86-aaab-6d1e35f80098\", \"campos\" : null, \"chave_id\" : \"01a1f3cb-cf6d-7c89-8fab-a050b17c4464\", \"chave_prefixo\" : \"demo-empresa-a\", \"operador\" : null, \"request_id\" : \"e3ab61c1-d041-4cf9-bfa5-8ce48051f005\", \"endereco\" : \"127.0.0.1\"}","hash":"\\x4317084f88b931724d8f2c5a5aa46886d2b068f5cbc1d942cce80e34589573ca"}
]');
insert into sales.change_sequence (empresa_id, last, pruned) select empresa_id, last, pruned from json_populate_recordset(null::sales.change_sequence, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","last":12,"pruned":0}
]');
insert into sales.commission_allocation (empresa_id, origem_id, parte, payment_id, valor) select empresa_id, origem_id, parte, payment_id, valor from json_populate_recordset(null::sales.commission_allocation, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","origem_id":"01a1f3cb-dac3-7ee4-9414-c00542f84940","parte":3,"payment_id":"01a1f3cb-dbab-790d-86a9-3e79639d98b3","valor":0.00},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","origem_id":"01a1f3cb-db85-7b99-ac3d-9c4d8c04e10a","parte":1,"payment_id":"01a1f3cb-dbab-790d-86a9-3e79639d98b3","valor":0.00},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","origem_id":"01a1f3cb-db85-7b99-ac3d-9c4d8c04e10a","parte":1,"payment_id":"01a1f3cb-dbea-7b92-b92a-9fc98da66cfa","valor":1.00},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","origem_id":"01a1f3cb-dac3-7ee4-9414-c00542f84940","parte":3,"payment_id":"01a1f3cb-dc0c-7b86-aaab-6d1e35f80098","valor":1.00}
]');
insert into sales.commission_entry (empresa_id, numero, tipo, representada_id, origem_id, parte, parcela, receipt_id, payment_id, vencimento, percentual, base, prevista, devida, paga, credito, motivo, created_at) select empresa_id, numero, tipo, representada_id, origem_id, parte, parcela, receipt_id, payment_id, vencimento, percentual, base, prevista, devida, paga, credito, motivo, created_at from json_populate_recordset(null::sales.commission_entry, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":1,"tipo":"prevista","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","origem_id":"01a1f3cb-dac3-7ee4-9414-c00542f84940","parte":1,"parcela":1,"receipt_id":null,"payment_id":null,"vencimento":"2026-03-10","percentual":7.500000,"base":100.00,"prevista":7.50,"devida":0.00,"paga":0.00,"credito":0.00,"motivo":null,"created_at":"2026-11-19T12:33:05.725+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":2,"tipo":"prevista","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","origem_id":"01a1f3cb-daec-7a81-9f0d-6f230a7caedc","parte":1,"parcela":null,"receipt_id":null,"payment_id":null,"vencimento":"2026-03-10","percentual":7.500000,"base":100.00,"prevista":7.50,"devida":0.00,"paga":0.00,"credito":0.00,"motivo":null,"created_at":"2026-11-19T12:33:05.771+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":3,"tipo":"devida","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","origem_id":"01a1f3cb-daec-7a81-9f0d-6f230a7caedc","parte":1,"parcela":null,"receipt_id":null,"payment_id":null,"vencimento":"2026-03-10","percentual":7.500000,"base":0.00,"prevista":-7.50,"devida":7.50,"paga":0.00,"credito":0.00,"motivo":null,"created_at":"2026-11-19T12:33:05.771+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":4,"tipo":"devida","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","origem_id":"01a1f3cb-dac3-7ee4-9414-c00542f84940","parte":1,"parcela":1,"receipt_id":null,"payment_id":null,"vencimento":"2026-03-10","percentual":7.500000,"base":-40.00,"prevista":-3.00,"devida":0.00,"paga":0.00,"credito":0.00,"motivo":null,"created_at":"2026-11-19T12:33:05.801+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":5,"tipo":"devida","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","origem_id":"01a1f3cb-dac3-7ee4-9414-c00542f84940","parte":2,"parcela":1,"receipt_id":"01a1f3cb-db09-7dc7-9b50-d8d4520f2de8","payment_id":null,"vencimento":"2026-12-10","percentual":7.500000,"base":40.00,"prevista":0.00,"devida":3.00,"paga":0.00,"credito":0.00,"motivo":null,"created_at":"2026-11-19T12:33:05.801+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":6,"tipo":"estornada","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","origem_id":"01a1f3cb-dac3-7ee4-9414-c00542f84940","parte":2,"parcela":1,"receipt_id":"01a1f3cb-db09-7dc7-9b50-d8d4520f2de8","payment_id":null,"vencimento":"2026-12-10","percentual":7.500000,"base":-40.00,"prevista":0.00,"devida":-3.00,"paga":0.00,"credito":0.00,"motivo":"recebimento desfeito","created_at":"2026-11-19T12:33:05.832+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":7,"tipo":"estornada","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","origem_id":"01a1f3cb-dac3-7ee4-9414-c00542f84940","parte":1,"parcela":1,"receipt_id":null,"payment_id":null,"vencimento":"2026-03-10","percentual":7.500000,"base":40.00,"prevista":3.00,"devida":0.00,"paga":0.00,"credito":0.00,"motivo":"recebimento desfeito","created_at":"2026-11-19T12:33:05.832+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":8,"tipo":"devida","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","origem_id":"01a1f3cb-dac3-7ee4-9414-c00542f84940","parte":1,"parcela":1,"receipt_id":null,"payment_id":null,"vencimento":"2026-03-10","percentual":7.500000,"base":-60.00,"prevista":-4.50,"devida":0.00,"paga":0.00,"credito":0.00,"motivo":null,"created_at":"2026-11-19T12:33:05.861+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":9,"tipo":"devida","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","origem_id":"01a1f3cb-dac3-7ee4-9414-c00542f84940","parte":3,"parcela":1,"receipt_id":"01a1f3cb-db45-7874-9ac4-52bb76b67dc9","payment_id":null,"vencimento":"2026-12-10","percentual":7.500000,"base":60.00,"prevista":0.00,"devida":4.50,"paga":0.00,"credito":0.00,"motivo":null,"created_at":"2026-11-19T12:33:05.861+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":10,"tipo":"devida","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","origem_id":"01a1f3cb-dac3-7ee4-9414-c00542f84940","parte":1,"parcela":1,"receipt_id":null,"payment_id":null,"vencimento":"2026-03-10","percentual":7.500000,"base":-40.00,"prevista":-3.00,"devida":0.00,"paga":0.00,"credito":0.00,"motivo":null,"created_at":"2026-11-19T12:33:05.879+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":11,"tipo":"devida","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","origem_id":"01a1f3cb-dac3-7ee4-9414-c00542f84940","parte":4,"parcela":null,"receipt_id":null,"payment_id":null,"vencimento":"2026-12-10","percentual":7.500000,"base":40.00,"prevista":0.00,"devida":3.00,"paga":0.00,"credito":0.00,"motivo":null,"created_at":"2026-11-19T12:33:05.879+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":12,"tipo":"estornada","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","origem_id":"01a1f3cb-daec-7a81-9f0d-6f230a7caedc","parte":1,"parcela":null,"receipt_id":null,"payment_id":null,"vencimento":"2026-03-10","percentual":7.500000,"base":-100.00,"prevista":0.00,"devida":-7.50,"paga":0.00,"credito":0.00,"motivo":"venda excluída","created_at":"2026-11-19T12:33:05.899+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":13,"tipo":"ajuste","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","origem_id":"01a1f3cb-db85-7b99-ac3d-9c4d8c04e10a","parte":1,"parcela":null,"receipt_id":null,"payment_id":null,"vencimento":"2026-11-19","percentual":0.000000,"base":0.00,"prevista":0.00,"devida":2.00,"paga":0.00,"credito":0.00,"motivo":"Meta","created_at":"2026-11-19T12:33:05.924+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":14,"tipo":"paga","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","origem_id":null,"parte":null,"parcela":null,"receipt_id":null,"payment_id":"01a1f3cb-dbab-790d-86a9-3e79639d98b3","vencimento":"2026-11-19","percentual":0.000000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":0.00,"credito":3.00,"motivo":null,"created_at":"2026-11-19T12:33:05.962+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":15,"tipo":"paga","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","origem_id":"01a1f3cb-db85-7b99-ac3d-9c4d8c04e10a","parte":1,"parcela":null,"receipt_id":null,"payment_id":"01a1f3cb-dbab-790d-86a9-3e79639d98b3","vencimento":"2026-11-19","percentual":0.000000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":2.00,"credito":0.00,"motivo":null,"created_at":"2026-11-19T12:33:05.962+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":16,"tipo":"paga","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","origem_id":"01a1f3cb-dac3-7ee4-9414-c00542f84940","parte":3,"parcela":1,"receipt_id":null,"payment_id":"01a1f3cb-dbab-790d-86a9-3e79639d98b3","vencimento":"2026-12-10","percentual":7.500000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":1.00,"credito":0.00,"motivo":null,"created_at":"2026-11-19T12:33:05.962+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":17,"tipo":"paga","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","origem_id":null,"parte":null,"parcela":null,"receipt_id":null,"payment_id":"01a1f3cb-dbab-790d-86a9-3e79639d98b3","vencimento":"2026-11-19","percentual":0.000000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":0.00,"credito":-3.00,"motivo":null,"created_at":"2026-11-19T12:33:05.962+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":18,"tipo":"estornada","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","origem_id":"01a1f3cb-dac3-7ee4-9414-c00542f84940","parte":3,"parcela":1,"receipt_id":null,"payment_id":"01a1f3cb-dbab-790d-86a9-3e79639d98b3","vencimento":"2026-12-10","percentual":7.500000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":-1.00,"credito":0.00,"motivo":"pagamento estornado","created_at":"2026-11-19T12:33:06.001+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":19,"tipo":"estornada","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","origem_id":"01a1f3cb-db85-7b99-ac3d-9c4d8c04e10a","parte":1,"parcela":null,"receipt_id":null,"payment_id":"01a1f3cb-dbab-790d-86a9-3e79639d98b3","vencimento":"2026-11-19","percentual":0.000000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":-2.00,"credito":0.00,"motivo":"pagamento estornado","created_at":"2026-11-19T12:33:06.001+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":20,"tipo":"estornada","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","origem_id":null,"parte":null,"parcela":null,"receipt_id":null,"payment_id":"01a1f3cb-dbab-790d-86a9-3e79639d98b3","vencimento":"2026-11-19","percentual":0.000000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":0.00,"credito":-3.00,"motivo":"pagamento estornado","created_at":"2026-11-19T12:33:06.001+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":21,"tipo":"estornada","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","origem_id":null,"parte":null,"parcela":null,"receipt_id":null,"payment_id":"01a1f3cb-dbab-790d-86a9-3e79639d98b3","vencimento":"2026-11-19","percentual":0.000000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":0.00,"credito":3.00,"motivo":"pagamento estornado","created_at":"2026-11-19T12:33:06.001+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":22,"tipo":"paga","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","origem_id":null,"parte":null,"parcela":null,"receipt_id":null,"payment_id":"01a1f3cb-dbea-7b92-b92a-9fc98da66cfa","vencimento":"2026-11-19","percentual":0.000000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":0.00,"credito":1.00,"motivo":null,"created_at":"2026-11-19T12:33:06.026+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":23,"tipo":"paga","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","origem_id":"01a1f3cb-db85-7b99-ac3d-9c4d8c04e10a","parte":1,"parcela":null,"receipt_id":null,"payment_id":"01a1f3cb-dbea-7b92-b92a-9fc98da66cfa","vencimento":"2026-11-19","percentual":0.000000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":1.00,"credito":0.00,"motivo":null,"created_at":"2026-11-19T12:33:06.026+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":24,"tipo":"paga","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","origem_id":null,"parte":null,"parcela":null,"receipt_id":null,"payment_id":"01a1f3cb-dbea-7b92-b92a-9fc98da66cfa","vencimento":"2026-11-19","percentual":0.000000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":0.00,"credito":-1.00,"motivo":null,"created_at":"2026-11-19T12:33:06.026+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":25,"tipo":"paga","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","origem_id":null,"parte":null,"parcela":null,"receipt_id":null,"payment_id":"01a1f3cb-dc0c-7b86-aaab-6d1e35f80098","vencimento":"2026-11-19","percentual":0.000000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":0.00,"credito":1.00,"motivo":null,"created_at":"2026-11-19T12:33:06.06+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":26,"tipo":"paga","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","origem_id":"01a1f3cb-dac3-7ee4-9414-c00542f84940","parte":3,"parcela":1,"receipt_id":null,"payment_id":"01a1f3cb-dc0c-7b86-aaab-6d1e35f80098","vencimento":"2026-12-10","percentual":7.500000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":1.00,"credito":0.00,"motivo":null,"created_at":"2026-11-19T12:33:06.06+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","numero":27,"tipo":"paga","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","origem_id":null,"parte":null,"parcela":null,"receipt_id":null,"payment_id":"01a1f3cb-dc0c-7b86-aaab-6d1e35f80098","vencimento":"2026-11-19","percentual":0.000000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":0.00,"credito":-1.00,"motivo":null,"created_at":"2026-11-19T12:33:06.06+00:00"}
]');
insert into sales.commission_part (empresa_id, origem_id, parte, representada_id, parcela, receipt_id, vencimento, percentual, base, prevista, devida, paga, motivo) select empresa_id, origem_id, parte, representada_id, parcela, receipt_id, vencimento, percentual, base, prevista, devida, paga, motivo from json_populate_recordset(null::sales.commission_part, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","origem_id":"01a1f3cb-dac3-7ee4-9414-c00542f84940","parte":2,"representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","parcela":1,"receipt_id":"01a1f3cb-db09-7dc7-9b50-d8d4520f2de8","vencimento":"2026-12-10","percentual":7.500000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":0.00,"motivo":null},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","origem_id":"01a1f3cb-dac3-7ee4-9414-c00542f84940","parte":1,"representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","parcela":1,"receipt_id":null,"vencimento":"2026-03-10","percentual":7.500000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":0.00,"motivo":null},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","origem_id":"01a1f3cb-dac3-7ee4-9414-c00542f84940","parte":4,"representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","parcela":null,"receipt_id":null,"vencimento":"2026-12-10","percentual":7.500000,"base":40.00,"prevista":0.00,"devida":3.00,"paga":0.00,"motivo":null},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","origem_id":"01a1f3cb-daec-7a81-9f0d-6f230a7caedc","parte":1,"representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","parcela":null,"receipt_id":null,"vencimento":"2026-03-10","percentual":7.500000,"base":0.00,"prevista":0.00,"devida":0.00,"paga":0.00,"motivo":null},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","origem_id":"01a1f3cb-db85-7b99-ac3d-9c4d8c04e10a","parte":1,"representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","parcela":null,"receipt_id":null,"vencimento":"2026-11-19","percentual":0.000000,"base":0.00,"prevista":0.00,"devida":2.00,"paga":1.00,"motivo":"Meta"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","origem_id":"01a1f3cb-dac3-7ee4-9414-c00542f84940","parte":3,"representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","parcela":1,"receipt_id":"01a1f3cb-db45-7874-9ac4-52bb76b67dc9","vencimento":"2026-12-10","percentual":7.500000,"base":60.00,"prevista":0.00,"devida":4.50,"paga":1.00,"motivo":null}
]');
insert into sales.commission_payment (empresa_id, id, representada_id, data, valor, referencia, credito, created_at, estornado_em) select empresa_id, id, representada_id, data, valor, referencia, credito, created_at, estornado_em from json_populate_recordset(null::sales.commission_payment, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","id":"01a1f3cb-dbab-790d-86a9-3e79639d98b3","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","data":"2026-11-19","valor":3.00,"referencia":"","credito":0.00,"created_at":"2026-11-19T12:33:05.963+00:00","estornado_em":"2026-11-19T12:33:06.001+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","id":"01a1f3cb-dbea-7b92-b92a-9fc98da66cfa","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","data":"2026-11-19","valor":1.00,"referencia":"","credito":0.00,"created_at":"2026-11-19T12:33:06.026+00:00","estornado_em":null},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","id":"01a1f3cb-dc0c-7b86-aaab-6d1e35f80098","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","data":"2026-11-19","valor":1.00,"referencia":"","credito":0.00,"created_at":"2026-11-19T12:33:06.06+00:00","estornado_em":null}
]');
insert into sales.kept_answer (empresa_id, key, fingerprint, status, record, created_at) select empresa_id, key, fingerprint, status, record, created_at from json_populate_recordset(null::sales.kept_answer, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","key":"f180c4d0-6a69-4577-88b3-736a246e180e","fingerprint":"\\x3674b9ca459d931e9225f20b179ead29d9694fcbb9a3a117e5cc87c3fb9c65a4","status":201,"record":{"id": "01a1f3cb-dac3-7ee4-9414-c00542f84940", "data": "2026-02-10", "itens": [{"comissao": 7.5, "produto_id": "SKU-5c10476e-abee-4555-95e8-559e45a9a8dd", "quantidade": 2, "valor_total": 100, "valor_unitario": 50}], "change": 1, "pedido": "ea6a44c0-4ac2-4fd4-b1fa-8aca7a097780", "status": "Pedido", "version": 1, "comissao": 7.50, "recebido": 0.00, "cliente_id": "01a1f3cb-d9e1-7a4a-949a-5f8fb657ff3e", "created_at": "2026-11-19T12:33:05.731+00:00", "empresa_id": "01900000-0000-7000-8000-00000000000a", "updated_at": "2026-11-19T12:33:05.731+00:00", "search_text": "ea6a44c0-4ac2-4fd4-b1fa-8aca7a097780", "valor_total": 100.00, "comissao_dia": 10, "comissao_taxa": 5.000000, "comissao_quando": "recebimento", "representada_id": "01a1f3cb-d914-7751-b9a5-406172af41b2", "comissao_percentual": 7.500000},"created_at":"2026-11-19T12:33:05.725168+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","key":"ce674f9d-c6b9-4d27-a4b9-624466e5e45c","fingerprint":"\\xce3559a133de801ee9e39c1ba29be68b9b43f97ab8353a1b152b7589a3908e35","status":201,"record":{"id": "01a1f3cb-daec-7a81-9f0d-6f230a7caedc", "data": "2026-02-10", "itens": [{"comissao": 7.5, "produto_id": "SKU-5c10476e-abee-4555-95e8-559e45a9a8dd", "quantidade": 2, "valor_total": 100, "valor_unitario": 50}], "change": 2, "pedido": "PED-2026-0001", "status": "PAGA", "pago_em": "2026-02-10", "version": 1, "comissao": 7.50, "recebido": 100.00, "cliente_id": "01a1f3cb-d9e1-7a4a-949a-5f8fb657ff3e", "created_at": "2026-11-19T12:33:05.772+00:00", "empresa_id": "01900000-0000-7000-8000-00000000000a", "updated_at": "2026-11-19T12:33:05.772+00:00", "faturada_em": "2026-02-10", "search_text": "ped-2026-0001", "valor_total": 100.00, "comissao_dia": 10, "comissao_taxa": 5.000000, "comissao_quando": "recebimento", "representada_id": "01a1f3cb-d914-7751-b9a5-406172af41b2", "comissao_percentual": 7.500000},"created_at":"2026-11-19T12:33:05.771259+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","key":"7e777c36-edd8-4e5b-a225-bf8ecf59dd91","fingerprint":"\\xcc62e70a1a2f2c81bcb5b283314b68a960f015d8d8b3d362d614c77e7f126ca0","status":201,"record":{"id": "01a1f3cb-db09-7dc7-9b50-d8d4520f2de8", "data": "2026-11-19", "valor": 40, "sale_id": "01a1f3cb-dac3-7ee4-9414-c00542f84940", "parcelas": [{"valor": 40, "parcela": 1, "comissao": 3.00}], "automatico": false, "created_at": "2026-11-19T12:33:05.801+00:00"},"created_at":"2026-11-19T12:33:05.801029+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","key":"1eb76ce2-7214-4e0e-8a1d-93b49d52229f","fingerprint":"\\x62c01b2b614dc7599c7ad88094c98ab8d3786477cc59c42229c1fe0cbb62bef0","status":201,"record":{"id": "01a1f3cb-db45-7874-9ac4-52bb76b67dc9", "data": "2026-11-19", "valor": 60, "sale_id": "01a1f3cb-dac3-7ee4-9414-c00542f84940", "parcelas": [{"valor": 60, "parcela": 1, "comissao": 4.50}], "automatico": false, "created_at": "2026-11-19T12:33:05.861+00:00"},"created_at":"2026-11-19T12:33:05.861464+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","key":"80ef3f2a-93e6-4a35-aa91-d328c009094d","fingerprint":"\\xa4e92133ab2e4ef9c1f82c264b219bde56bd6bc4d2415b8d5f2a2e8d57d5002f","status":201,"record":{"id": "01a1f3cb-db85-7b99-ac3d-9c4d8c04e10a", "valor": 2, "motivo": "Meta", "created_at": "2026-11-19T12:33:05.924+00:00", "vencimento": "2026-11-19", "representada_id": "01a1f3cb-d914-7751-b9a5-406172af41b2"},"created_at":"2026-11-19T12:33:05.924248+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","key":"6dfad4a8-0ea4-48bb-ab2b-af4c360cd5a0","fingerprint":"\\x852c253c28b602503315ad8651fb2a8340f59b8b16b00bf8ee07430e0bc674bf","status":201,"record":{"id": "01a1f3cb-dbab-790d-86a9-3e79639d98b3", "data": "2026-11-19", "valor": 3.00, "credito": 0.00, "alocacao": [{"parte": 3, "valor": 1.00, "pedido": "ea6a44c0-4ac2-4fd4-b1fa-8aca7a097780", "sale_id": "01a1f3cb-dac3-7ee4-9414-c00542f84940"}, {"parte": 1, "valor": 2.00, "pedido": null, "sale_id": null, "ajuste_id": "01a1f3cb-db85-7b99-ac3d-9c4d8c04e10a"}], "alocacoes": 2, "created_at": "2026-11-19T12:33:05.963+00:00", "referencia": "", "estornado_em": null, "representada_id": "01a1f3cb-d914-7751-b9a5-406172af41b2"},"created_at":"2026-11-19T12:33:05.962071+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","key":"35a07685-5232-452e-8414-fbe060fc6943","fingerprint":"\\x99df2b2990cecf41cdbe08a8050817767aaf4b8e72ffc1f42b60784e432928ac","status":201,"record":{"id": "01a1f3cb-dbea-7b92-b92a-9fc98da66cfa", "data": "2026-11-19", "valor": 1.00, "credito": 0.00, "alocacao": [{"parte": 1, "valor": 1.00, "pedido": null, "sale_id": null, "ajuste_id": "01a1f3cb-db85-7b99-ac3d-9c4d8c04e10a"}], "alocacoes": 1, "created_at": "2026-11-19T12:33:06.026+00:00", "referencia": "", "estornado_em": null, "representada_id": "01a1f3cb-d914-7751-b9a5-406172af41b2"},"created_at":"2026-11-19T12:33:06.026407+00:00"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","key":"3f55b0aa-3b9a-4a1c-b114-fdad8d93d9ec","fingerprint":"\\x17f4aca5411b9d1c24cf53f3f4d6f30c1ab682fd94d4127b390e0365ad2860b6","status":201,"record":{"mes": "2026-03", "totais": {"valor": 0, "valor_informado": 1}, "ajustes": [], "ausentes": [], "conferem": [], "divergem": [], "outros_meses": [{"valor": 7.5, "pedido": "ea6a44c0-4ac2-4fd4-b1fa-8aca7a097780", "sale_id": "01a1f3cb-dac3-7ee4-9414-c00542f84940", "valor_informado": 1}], "pagamento_id": "01a1f3cb-dc0c-7b86-aaab-6d1e35f80098", "desconhecidos": [], "representada_id": "01a1f3cb-d914-7751-b9a5-406172af41b2"},"created_at":"2026-11-19T12:33:06.060291+00:00"}
]');
insert into sales.reference (empresa_id, id, kind, nome, revision, fence_epoch, voided_epoch) select empresa_id, id, kind, nome, revision, fence_epoch, voided_epoch from json_populate_recordset(null::sales.reference, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","id":"01a1f3cb-d914-7751-b9a5-406172af41b2","kind":"representada","nome":"ea6a44c0-4ac2-4fd4-b1fa-8aca7a097780","revision":1,"fence_epoch":null,"voided_epoch":0},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","id":"01a1f3cb-d937-7145-83a0-40c28469753d","kind":"representada","nome":"","revision":-1,"fence_epoch":1,"voided_epoch":0},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","id":"01a1f3cb-d9e1-7a4a-949a-5f8fb657ff3e","kind":"client","nome":"ea6a44c0-4ac2-4fd4-b1fa-8aca7a097780","revision":1,"fence_epoch":null,"voided_epoch":0},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","id":"01a1f3cb-da01-703a-8914-b8f4d42c827f","kind":"client","nome":"","revision":-1,"fence_epoch":1,"voided_epoch":0}
]');
insert into sales.sale (empresa_id, id, pedido, data, cliente_id, representada_id, status, valor_total, comissao_quando, comissao_dia, comissao_taxa, comissao_percentual, comissao, parcelas, recebido, pago_em, faturada_em, created_at, updated_at, version, change) select empresa_id, id, pedido, data, cliente_id, representada_id, status, valor_total, comissao_quando, comissao_dia, comissao_taxa, comissao_percentual, comissao, parcelas, recebido, pago_em, faturada_em, created_at, updated_at, version, change from json_populate_recordset(null::sales.sale, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","id":"01a1f3cb-dac3-7ee4-9414-c00542f84940","pedido":"ea6a44c0-4ac2-4fd4-b1fa-8aca7a097780","data":"2026-02-10","cliente_id":"01a1f3cb-d9e1-7a4a-949a-5f8fb657ff3e","representada_id":"01a1f3cb-d914-7751-b9a5-406172af41b2","status":"PAGA","valor_total":100.00,"comissao_quando":"recebimento","comissao_dia":10,"comissao_taxa":5.000000,"comissao_percentual":7.500000,"comissao":7.50,"parcelas":null,"recebido":100.00,"pago_em":"2026-11-19","faturada_em":"2026-11-19","created_at":"2026-11-19T12:33:05.731+00:00","updated_at":"2026-11-19T12:33:05.879+00:00","version":5,"change":6}
]');
insert into sales.sale_counter (empresa_id, ano, total, last_pedido) select empresa_id, ano, total, last_pedido from json_populate_recordset(null::sales.sale_counter, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","ano":2026,"total":1,"last_pedido":1}
]');
insert into sales.sale_history (empresa_id, sale_id, version, alterado_em, chave_id, chave_prefixo, de, para, motivo) select empresa_id, sale_id, version, alterado_em, chave_id, chave_prefixo, de, para, motivo from json_populate_recordset(null::sales.sale_history, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","sale_id":"01a1f3cb-dac3-7ee4-9414-c00542f84940","version":2,"alterado_em":"2026-11-19T12:33:05.801+00:00","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","chave_prefixo":"demo-empresa-a","de":{"recebido": 0.00},"para":{"recebido": 40.00},"motivo":null},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","sale_id":"01a1f3cb-dac3-7ee4-9414-c00542f84940","version":3,"alterado_em":"2026-11-19T12:33:05.832+00:00","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","chave_prefixo":"demo-empresa-a","de":{"recebido": 40.00},"para":{"recebido": 0.00},"motivo":"recebimento desfeito"},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","sale_id":"01a1f3cb-dac3-7ee4-9414-c00542f84940","version":4,"alterado_em":"2026-11-19T12:33:05.861+00:00","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","chave_prefixo":"demo-empresa-a","de":{"recebido": 0.00},"para":{"recebido": 60.00},"motivo":null},
{"empresa_id":"01900000-0000-7000-8000-00000000000a","sale_id":"01a1f3cb-dac3-7ee4-9414-c00542f84940","version":5,"alterado_em":"2026-11-19T12:33:05.879+00:00","chave_id":"01a1f3cb-cf6d-7c89-8fab-a050b17c4464","chave_prefixo":"demo-empresa-a","de":{"status": "Pedido", "recebido": 60.00},"para":{"status": "PAGA", "recebido": 100.00},"motivo":"Pago"}
]');
insert into sales.sale_item (empresa_id, sale_id, posicao, produto_id, quantidade, valor_unitario, valor_total, comissao) select empresa_id, sale_id, posicao, produto_id, quantidade, valor_unitario, valor_total, comissao from json_populate_recordset(null::sales.sale_item, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","sale_id":"01a1f3cb-dac3-7ee4-9414-c00542f84940","posicao":1,"produto_id":"SKU-5c10476e-abee-4555-95e8-559e45a9a8dd","quantidade":2.000000,"valor_unitario":50.000000,"valor_total":100.00,"comissao":7.500000}
]');
insert into sales.sale_receipt (empresa_id, sale_id, id, parcela, data, valor, comissao, created_at) select empresa_id, sale_id, id, parcela, data, valor, comissao, created_at from json_populate_recordset(null::sales.sale_receipt, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","sale_id":"01a1f3cb-dac3-7ee4-9414-c00542f84940","id":"01a1f3cb-db45-7874-9ac4-52bb76b67dc9","parcela":1,"data":"2026-11-19","valor":60.00,"comissao":4.50,"created_at":"2026-11-19T12:33:05.861+00:00"}
]');
insert into sales.tombstone (empresa_id, resource, change, id, deleted_at) select empresa_id, resource, change, id, deleted_at from json_populate_recordset(null::sales.tombstone, '[
{"empresa_id":"01900000-0000-7000-8000-00000000000a","resource":"sale","change":7,"id":"01a1f3cb-daec-7a81-9f0d-6f230a7caedc","deleted_at":"2026-11-19T12:33:05.899+00:00"}
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

-- records/sql/add_tombstone.sql
-- Notes that a record was deleted. Part of the transaction that deletes it.
create or replace function add_tombstone(p_empresa_id uuid, p_resource text, p_id text, p_change bigint) returns void
language sql as $$
  insert into tombstone (empresa_id, resource, change, id) values (p_empresa_id, p_resource, p_change, p_id);
$$;
insert into applied_sql (name, checksum) values ('records/sql/add_tombstone.sql', 'beb5b889fd63f64da9d22171520a2e518b9aa3ac7950e0a4d8bfb24248b0c519');

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
insert into applied_sql (name, checksum) values ('records/sql/audit.sql', 'e9349b5cccf47b4e1b37014e62ba6366256aea4c0960d97acbe6b0c0e5a8ca6a');

-- records/sql/changed_fields.sql
-- The names of the fields that differ.
create or replace function changed_fields(p_before jsonb, p_after jsonb) returns text[] language sql as $$
  select coalesce(array_agg(key order by key), '{}')
  from jsonb_each(p_after) where value is distinct from p_before -> key;
$$;
insert into applied_sql (name, checksum) values ('records/sql/changed_fields.sql', 'f3a7b810d8ecb78927eb2380f460c2951f42529f76ef93e07dc0a141e81a76f8');

-- records/sql/check_version.sql
-- Refuses a change when If-Match named other versions. Null: any version will do.
create or replace function check_version(p_version int, p_versions int[]) returns void language plpgsql as $$
begin
  if p_version <> all (p_versions) then perform refuse('version_mismatch'); end if;
end $$;
insert into applied_sql (name, checksum) values ('records/sql/check_version.sql', '83811651349eb6a6d432049586b82afc63026017dd00577f6808f6543696f085');

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

-- records/sql/claim_key.sql
-- try_key for a function that creates one record: refused when something prevents it.
create or replace function claim_key(p_empresa_id uuid, p_key text) returns void language plpgsql as $$
declare
  prevented_by text := try_key(p_empresa_id, p_key);
begin
  if prevented_by is not null then perform refuse(prevented_by); end if;
end $$;
insert into applied_sql (name, checksum) values ('records/sql/claim_key.sql', 'a7f78596bbc3e8be5e3fbc17a59b5b3601875e2006402388c8aced7db7aee556');

-- records/sql/cut_audit.sql
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
insert into applied_sql (name, checksum) values ('records/sql/cut_audit.sql', '17a4d1e564d819db6d9d1538e3b19b527c814feba7e638996c4b7f403ed4fdfa');

-- records/sql/keep_answer.sql
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
insert into applied_sql (name, checksum) values ('records/sql/keep_answer.sql', '8ca3aaa4eb206426701cdc6816e4f5848ccea33dba009dee43e7514f19e97c06');

-- records/sql/keep_refusal.sql
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
insert into applied_sql (name, checksum) values ('records/sql/keep_refusal.sql', 'ca84f8bd3a01da0f596e5b247fe8e341b5e83493925b75622aaeb3043b82270c');

-- records/sql/next_change.sql
-- The number of a company's next change. Locks the company's sequence until the transaction ends, and so serializes the
-- company's writes: take it before counters and records, so that writers do not deadlock.
create or replace function next_change(p_empresa_id uuid) returns bigint language plpgsql as $$
declare
  change bigint;
begin
  insert into change_sequence as existing (empresa_id, last) values (p_empresa_id, 1)
    on conflict (empresa_id) do update set last = existing.last + 1
    returning last into change;
  return change;
end $$;
insert into applied_sql (name, checksum) values ('records/sql/next_change.sql', 'f098ae803507d8db8bee9549277e34122d551cfa7042caa2b8ec4178d0d8f85c');

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

-- records/sql/try_key.sql
-- Claims the single execution that a key allows. Returns what prevents it, or null. A second request with the key is
-- refused while the first is running, not queued. The lock belongs to the transaction, so a crash frees the key, and to
-- the schema, so the same key at two services does not collide.
create or replace function try_key(p_empresa_id uuid, p_key text) returns text language plpgsql as $$
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
insert into applied_sql (name, checksum) values ('records/sql/try_key.sql', 'b86e2143ab3cef5937f1676fa2e1976ddb9ca89e9e378f042ede3b3c1ad9dad1');

-- gateway/sql/check_last_admin_key.sql
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
insert into applied_sql (name, checksum) values ('gateway/sql/check_last_admin_key.sql', '1fdfc6fc86e0a3684367b7d6cc9de82ed9f4bf23a5f27d1a0fdb79bd4783dcdd');

-- gateway/sql/is_valid_key.sql
-- Is the key neither revoked nor expired? One expression, which the planner inlines.
create or replace function is_valid_key(p_key api_key) returns boolean language sql stable as $$
  select p_key.revoked_at is null and (p_key.expira_em is null or p_key.expira_em > now());
$$;
insert into applied_sql (name, checksum) values ('gateway/sql/is_valid_key.sql', '2085d430ce24e8eacee108f850bdb64a5e9ee40dc25ef474920dd575b68f7560');

-- gateway/sql/make_room_for_key.sql
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
insert into applied_sql (name, checksum) values ('gateway/sql/make_room_for_key.sql', '99526fda3c405e0f09b8ee08f076909b1fc416c82395ca6a72973a6d63de5ac1');

-- gateway/sql/valid_key_hashes.sql
-- The hashes of a company's valid keys. Volatile, so that it sees those that were issued while its statement waited for a lock.
create or replace function valid_key_hashes(p_empresa_id uuid) returns json language sql volatile as $$
  select coalesce(json_agg(encode(hash, 'hex')), '[]') from api_key where empresa_id = p_empresa_id and is_valid_key(api_key);
$$;
insert into applied_sql (name, checksum) values ('gateway/sql/valid_key_hashes.sql', '864620351f8a8ac86c26d285e5301bfc74709d7b5b04fef3cbf691bfa1458b82');

reset role; set role sales; set search_path = sales, extensions;

-- postgres/sql/refuse.sql
-- Ends the transaction with a refusal, in the form of a constraint violation that the repository translates (`withErrors`).
create or replace function refuse(p_constraint text, p_detail text default '') returns void language plpgsql as $$
begin
  raise exception '%', p_constraint using constraint = p_constraint, detail = p_detail;
end $$;
insert into applied_sql (name, checksum) values ('postgres/sql/refuse.sql', '00c49af8d9ee594ccdc38ab28a553e413e0bead484afc426d84e1bdb9aaeac0d');

-- records/sql/add_tombstone.sql
-- Notes that a record was deleted. Part of the transaction that deletes it.
create or replace function add_tombstone(p_empresa_id uuid, p_resource text, p_id text, p_change bigint) returns void
language sql as $$
  insert into tombstone (empresa_id, resource, change, id) values (p_empresa_id, p_resource, p_change, p_id);
$$;
insert into applied_sql (name, checksum) values ('records/sql/add_tombstone.sql', 'beb5b889fd63f64da9d22171520a2e518b9aa3ac7950e0a4d8bfb24248b0c519');

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
insert into applied_sql (name, checksum) values ('records/sql/audit.sql', 'e9349b5cccf47b4e1b37014e62ba6366256aea4c0960d97acbe6b0c0e5a8ca6a');

-- records/sql/changed_fields.sql
-- The names of the fields that differ.
create or replace function changed_fields(p_before jsonb, p_after jsonb) returns text[] language sql as $$
  select coalesce(array_agg(key order by key), '{}')
  from jsonb_each(p_after) where value is distinct from p_before -> key;
$$;
insert into applied_sql (name, checksum) values ('records/sql/changed_fields.sql', 'f3a7b810d8ecb78927eb2380f460c2951f42529f76ef93e07dc0a141e81a76f8');

-- records/sql/check_version.sql
-- Refuses a change when If-Match named other versions. Null: any version will do.
create or replace function check_version(p_version int, p_versions int[]) returns void language plpgsql as $$
begin
  if p_version <> all (p_versions) then perform refuse('version_mismatch'); end if;
end $$;
insert into applied_sql (name, checksum) values ('records/sql/check_version.sql', '83811651349eb6a6d432049586b82afc63026017dd00577f6808f6543696f085');

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

-- records/sql/claim_key.sql
-- try_key for a function that creates one record: refused when something prevents it.
create or replace function claim_key(p_empresa_id uuid, p_key text) returns void language plpgsql as $$
declare
  prevented_by text := try_key(p_empresa_id, p_key);
begin
  if prevented_by is not null then perform refuse(prevented_by); end if;
end $$;
insert into applied_sql (name, checksum) values ('records/sql/claim_key.sql', 'a7f78596bbc3e8be5e3fbc17a59b5b3601875e2006402388c8aced7db7aee556');

-- records/sql/cut_audit.sql
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
insert into applied_sql (name, checksum) values ('records/sql/cut_audit.sql', '17a4d1e564d819db6d9d1538e3b19b527c814feba7e638996c4b7f403ed4fdfa');

-- records/sql/keep_answer.sql
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
insert into applied_sql (name, checksum) values ('records/sql/keep_answer.sql', '8ca3aaa4eb206426701cdc6816e4f5848ccea33dba009dee43e7514f19e97c06');

-- records/sql/keep_refusal.sql
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
insert into applied_sql (name, checksum) values ('records/sql/keep_refusal.sql', 'ca84f8bd3a01da0f596e5b247fe8e341b5e83493925b75622aaeb3043b82270c');

-- records/sql/next_change.sql
-- The number of a company's next change. Locks the company's sequence until the transaction ends, and so serializes the
-- company's writes: take it before counters and records, so that writers do not deadlock.
create or replace function next_change(p_empresa_id uuid) returns bigint language plpgsql as $$
declare
  change bigint;
begin
  insert into change_sequence as existing (empresa_id, last) values (p_empresa_id, 1)
    on conflict (empresa_id) do update set last = existing.last + 1
    returning last into change;
  return change;
end $$;
insert into applied_sql (name, checksum) values ('records/sql/next_change.sql', 'f098ae803507d8db8bee9549277e34122d551cfa7042caa2b8ec4178d0d8f85c');

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

-- records/sql/try_key.sql
-- Claims the single execution that a key allows. Returns what prevents it, or null. A second request with the key is
-- refused while the first is running, not queued. The lock belongs to the transaction, so a crash frees the key, and to
-- the schema, so the same key at two services does not collide.
create or replace function try_key(p_empresa_id uuid, p_key text) returns text language plpgsql as $$
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
insert into applied_sql (name, checksum) values ('records/sql/try_key.sql', 'b86e2143ab3cef5937f1676fa2e1976ddb9ca89e9e378f042ede3b3c1ad9dad1');

-- tables/sql/audit_imported.sql
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
insert into applied_sql (name, checksum) values ('tables/sql/audit_imported.sql', '4f8f8a40ec4baa876949b51ab2c5cb3f0586089854ae8175730d7a9bb20f3036');

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
insert into applied_sql (name, checksum) values ('tables/sql/import_rows.sql', '36cb40604b675108f8f7b08405c8057ea153dad7136d0ea30c2653bdd7e34df8');

-- tables/sql/merge_records.sql
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
insert into applied_sql (name, checksum) values ('tables/sql/merge_records.sql', '27f9d8b04c3cb5a96e31fa42ee09638370c3bde62e99cb6fd37ee41c051b48fc');

-- tables/sql/remove_old_import_rows.sql
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
insert into applied_sql (name, checksum) values ('tables/sql/remove_old_import_rows.sql', '430e36166a94467cbf656ce4818dbed916978439a55a3f22131729fb2815aa23');

-- sales/sql/add_history.sql
-- A line in the history of a sale that was changed: the changed fields, before and after.
create or replace function add_history(p_sale sale, p_caller jsonb, p_before jsonb, p_after jsonb, p_motivo text) returns void
language sql as $$
  insert into sale_history (empresa_id, sale_id, version, alterado_em, chave_id, chave_prefixo, de, para, motivo)
    values ((p_sale).empresa_id, (p_sale).id, (p_sale).version, (p_sale).updated_at, (p_caller ->> 'chave_id')::uuid,
      p_caller ->> 'chave_prefixo', p_before, p_after, p_motivo);
$$;
insert into applied_sql (name, checksum) values ('sales/sql/add_history.sql', 'd81a61aedf1f1e7da1cec94b792f40e7261b3467f412a22ea9543bfc62d851e9');

-- sales/sql/add_items.sql
-- The items of a sale, in their order.
create or replace function add_items(p_empresa_id uuid, p_sale_id uuid, p_itens json) returns void language sql as $$
  insert into sale_item (empresa_id, sale_id, posicao, produto_id, quantidade, valor_unitario, valor_total, comissao)
  select p_empresa_id, p_sale_id, posicao, produto_id, quantidade, valor_unitario, valor_total,
    coalesce(comissao, 0)
  from rows from (json_to_recordset(p_itens)
    as (produto_id text, quantidade numeric, valor_unitario numeric, valor_total numeric, comissao numeric))
    with ordinality as item (produto_id, quantidade, valor_unitario, valor_total, comissao, posicao);
$$;
insert into applied_sql (name, checksum) values ('sales/sql/add_items.sql', 'dacc304abc42b220f169086640bcdece314f966c01656e1cfb9a7b99cf9570ab');

-- sales/sql/add_payment.sql
-- Adds what a representada paid, and allocates it; with `mes`, to what is due in that month first. Returns it with p_most parts of its
-- allocation.
create or replace function add_payment(
  p_empresa_id uuid, p_id uuid, p_payment jsonb, p_sales uuid[], p_limits numeric[], p_most int
) returns jsonb language plpgsql as $$
declare
  fresh commission_payment := jsonb_populate_record(null::commission_payment, p_payment);
  not_due json;
begin
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
  insert into commission_payment (empresa_id, id, representada_id, data, valor, referencia, created_at)
    values (p_empresa_id, p_id, fresh.representada_id, fresh.data, fresh.valor, fresh.referencia, uuid_extract_timestamp(p_id));
  perform record_commission(p_empresa_id, array[
    new_entry('paga', fresh.representada_id, fresh.data, payment_id => p_id, credito => fresh.valor)
  ]);
  perform allocate_payment(p_empresa_id, fresh.representada_id, p_sales, p_limits, (p_payment ->> 'mes' || '-01')::date);
  return show_payment(p_empresa_id, p_id, p_most);
end $$;
insert into applied_sql (name, checksum) values ('sales/sql/add_payment.sql', 'cce8e70c50f01851ef3bcf14955db947503ab38dd59e8d751b7fb5bb0ecb03cd');

-- sales/sql/add_receipt.sql
-- Records what a client paid of a sale, for one instalment or for the oldest open ones. The commission of each instalment
-- becomes due in proportion; its last receipt takes the remainder. Null when there is no such sale.
create or replace function add_receipt(
  p_empresa_id uuid, p_sale_id uuid, p_valor numeric, p_data date, p_parcela int,
  p_key text, p_fingerprint bytea, p_caller jsonb
) returns jsonb language plpgsql as $$
declare
  new_change bigint;
  current_sale sale;
  instalment record;
  expected commission_part;
  remaining numeric := p_valor;
  taken numeric;
  earned numeric;
  next int;
  receipt uuid := uuidv7();
  entries new_commission_entry[] := '{}';
  covered jsonb := '[]';
  answer jsonb;
begin
  perform claim_key(p_empresa_id, p_key);
  new_change := next_change(p_empresa_id);
  select * into current_sale from sale where empresa_id = p_empresa_id and id = p_sale_id;
  if not found then return null; end if;
  if status_step(current_sale.status) = 'cancelada' then perform refuse('receipt_cancelled'); end if;
  if p_valor > current_sale.valor_total - current_sale.recebido then
    perform refuse('receipt_exceeds');
  end if;
  -- They are listed without pages, and each new one reads them. The limit is also in receipts.errors.ts.
  if 500 <= (select count(distinct id) from sale_receipt where empresa_id = p_empresa_id and sale_id = p_sale_id) then
    perform refuse('receipt_limit');
  end if;
  next := next_part(p_empresa_id, p_sale_id);

  for instalment in
    select * from instalments(current_sale) where p_parcela is null or numero = p_parcela order by vencimento, numero
  loop
    taken := least(remaining, instalment.valor - instalment.recebido);
    continue when taken <= 0;
    remaining := remaining - taken;
    earned := case when current_sale.comissao_quando = 'recebimento' then greatest(0,
      proportion(instalment.comissao, instalment.recebido + taken, instalment.valor) - instalment.comissao_devida)
      else 0 end;
    insert into sale_receipt (empresa_id, sale_id, id, parcela, data, valor, comissao)
      values (p_empresa_id, p_sale_id, receipt, instalment.numero, p_data, taken, earned);
    covered := covered || jsonb_build_object('parcela', instalment.numero, 'valor', taken, 'comissao', earned);
    if current_sale.comissao_quando = 'recebimento' and current_sale.comissao > 0 then
      select * into strict expected from expected_part(p_empresa_id, p_sale_id, instalment.numero);
      entries := entries || array[
        new_entry('devida', current_sale.representada_id, expected.vencimento, p_sale_id, expected.parte, expected.parcela,
          percentual => expected.percentual, base => -taken, prevista => -earned),
        new_entry('devida', current_sale.representada_id, due_date(p_data, current_sale.comissao_dia), p_sale_id, next,
          expected.parcela, receipt, percentual => expected.percentual, base => taken, devida => earned)
      ];
      next := next + 1;
    end if;
  end loop;
  if covered = '[]' and p_parcela > coalesce(jsonb_array_length(current_sale.parcelas), 1) then
    perform refuse('receipt_instalment');
  end if;
  if remaining > 0 then perform refuse('receipt_exceeds'); end if;

  perform record_commission(p_empresa_id, entries);
  perform change_received(current_sale, new_change, current_sale.recebido + p_valor, p_caller, null);
  perform audit(p_empresa_id, new_change, p_caller, 'criar', 'receipts', receipt::text, null);
  answer := jsonb_build_object('id', receipt, 'sale_id', p_sale_id, 'data', p_data, 'valor', p_valor,
    'automatico', false, 'parcelas', covered, 'created_at', now()::timestamptz(3));
  perform keep_answer(p_empresa_id, p_key, p_fingerprint, 201, answer);
  return answer;
end $$;
insert into applied_sql (name, checksum) values ('sales/sql/add_receipt.sql', '14b18e24e6fe0812f0a12a5943ec299e76916dd8e50032bc441014be890ad4c4');

-- sales/sql/allocate_payment.sql
-- Allocates the credit of a representada's payments, the oldest first, to its due parts, the oldest first. Negative adjustments
-- come first: they add to what can be paid. With p_sales, only parts of these sales and adjustments are paid: those that are due
-- in p_month before the rest, and of each at most its amount in p_limits. Makes at most 20,000 allocations, so that it ends before
-- the deadline; the rest stays credit.
create or replace function allocate_payment(
  p_empresa_id uuid, p_representada_id uuid, p_sales uuid[], p_limits numeric[], p_month date
) returns void language plpgsql as $$
declare
  most constant int := 20000;
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
    order by vencimento, origem_id, parte limit most);
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
      order by month_of(vencimento) is distinct from p_month, vencimento, origem_id, parte;
  end if;
  loop
    fetch due into part;
    exit when not found or payment.id is null or cardinality(entries) >= most;
    -- Without limits this is null, which `least` ignores.
    unpaid := least(part.devida - part.paga, limits[part.place]);
    while unpaid > 0 and payment.id is not null and cardinality(entries) < most loop
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
insert into applied_sql (name, checksum) values ('sales/sql/allocate_payment.sql', 'be392487b55c0b9146b6023e7167a843bb7cf6fc4275614a81d78cfd9c353e23');

-- sales/sql/change_commission.sql
-- The commission of a sale that was changed. Part of the transaction that changes it.
create or replace function change_commission(p_before sale, p_after sale) returns void language plpgsql as $$
declare
  -- Why it is planned anew; null when it is not.
  reason text := case
    when (p_before.valor_total, p_before.comissao, p_before.data)
      is distinct from (p_after.valor_total, p_after.comissao, p_after.data) then 'venda alterada'
    -- By the other rule a commission does not depend on instalments and receipts, and may be paid already.
    when p_after.comissao_quando = 'faturamento' then null
    when p_before.parcelas is distinct from p_after.parcelas then 'venda alterada'
    when p_before.pago_em is not null and p_after.pago_em is null then 'recebimento desfeito'
  end;
begin
  if status_step(p_after.status) = 'cancelada' then
    if status_step(p_before.status) is distinct from 'cancelada' then
      perform reverse_commission(p_after.empresa_id, p_after.id, 'venda cancelada', p_keeps_receipts => false);
    end if;
  elsif reason is not null then
    perform reverse_commission(p_after.empresa_id, p_after.id, reason, p_keeps_receipts => true);
    perform record_commission(
      p_after.empresa_id, plan_commission(p_after, next_part(p_after.empresa_id, p_after.id)));
  elsif p_after.comissao_quando = 'faturamento' then
    if p_before.faturada_em is null and p_after.faturada_em is not null then
      perform settle_commission(p_after, p_after.faturada_em);
    end if;
  elsif p_before.pago_em is null and p_after.pago_em is not null then
    perform settle_commission(p_after, p_after.pago_em);
  end if;
end $$;
insert into applied_sql (name, checksum) values ('sales/sql/change_commission.sql', '43020e9219eb1b9132512cf449b3eb27c0b8d397b6aebb56b3804c98ef478510');

-- sales/sql/change_received.sql
-- A change of what was received of a sale: a new version, a place in the changes feed, and a line in its history.
create or replace function change_received(
  p_sale sale, p_change bigint, p_received numeric, p_caller jsonb, p_motivo text
) returns void language plpgsql as $$
declare
  after sale;
begin
  update sale set recebido = p_received, version = p_sale.version + 1, change = p_change,
      updated_at = greatest(now(), p_sale.updated_at + interval '1 ms')
    where empresa_id = p_sale.empresa_id and id = p_sale.id returning * into after;
  perform add_history(after, p_caller, jsonb_build_object('recebido', p_sale.recebido),
    jsonb_build_object('recebido', after.recebido), p_motivo);
end $$;
insert into applied_sql (name, checksum) values ('sales/sql/change_received.sql', '45fea0df0a1c960b85dc4dc2acfe72f100725e64b875e28e326f64dfda11a66f');

-- sales/sql/correction_factor.sql
-- The factor by which an amount due on a day is corrected today: the product of the index from the due month to the last
-- full month. Null without an index, or with a month missing: none is invented.
create or replace function correction_factor(p_due date, p_today date) returns numeric language sql stable as $$
  select round(product(fator), 8) from inflation_index
  where nome = 'inpc' and mes >= month_of(p_due) and mes < month_of(p_today)
  having count(*) > 0 and count(*) = (extract(year from p_today) - extract(year from p_due)) * 12
    + extract(month from p_today) - extract(month from p_due);
$$;
insert into applied_sql (name, checksum) values ('sales/sql/correction_factor.sql', 'e846fe0056f2a3f939775cec01489adfeca302f0edbbf6b401139ac5d0cadb12');

-- sales/sql/create_sales.sql
-- Creates sales of one company and one year in one transaction. Each gets its generated values, or the reason of its refusal,
-- which does not affect the others: what try_key says, the constraint sale_pedido_key, or a record that is fenced.
-- First all references are locked, and then the company's sequence of changes: so transactions do not deadlock.
create or replace function create_sales(p_empresa_id uuid, p_sales json)
returns table (n int, id uuid, pedido text, created_at timestamptz, refusal text) language plpgsql as $$
#variable_conflict use_column
declare
  year constant int := (p_sales -> 0 ->> 'ano')::int;
  sale_count constant int := json_array_length(p_sales);
  fenced constant uuid[] := hold_references(p_empresa_id, p_sales);
  new_sale record;
  created sale;
  created_count int := 0;
  new_change bigint;
  order_number bigint;
  entries new_commission_entry[] := '{}';
begin
  for new_sale in
    select * from json_to_recordset(p_sales) as sale (
      n int, pedido text, data date, cliente_id uuid, representada_id uuid, status text, valor_total numeric,
      itens json, key text, fingerprint bytea, comissao_quando text, comissao_dia smallint, comissao_taxa numeric,
      comissao_percentual numeric, comissao numeric, parcelas jsonb, pago_em date, faturada_em date, caller jsonb)
    order by n
  loop
    n := new_sale.n;
    id := null;
    pedido := null;
    created_at := null;
    refusal := coalesce(try_key(p_empresa_id, new_sale.key), case
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
    created.pedido := new_sale.pedido;
    if created.pedido is null then
      order_number := free_order_number(p_empresa_id, year, order_number);
      created.pedido := order_code(year, order_number);
    end if;
    -- The id is given under the lock of the sequence, so ids grow in the order in which sales appear.
    created.id := uuidv7();
    insert into sale
        (empresa_id, id, pedido, data, cliente_id, representada_id, status, valor_total, created_at, updated_at,
         change, comissao_quando, comissao_dia, comissao_taxa, comissao_percentual, comissao, parcelas, recebido,
         pago_em, faturada_em)
      values (p_empresa_id, created.id, created.pedido,
        new_sale.data, new_sale.cliente_id, new_sale.representada_id, new_sale.status, new_sale.valor_total,
        uuid_extract_timestamp(created.id), uuid_extract_timestamp(created.id), new_change + 1,
        new_sale.comissao_quando, new_sale.comissao_dia, new_sale.comissao_taxa, new_sale.comissao_percentual,
        new_sale.comissao,
        new_sale.parcelas, case when new_sale.pago_em is null then 0 else new_sale.valor_total end, new_sale.pago_em,
        new_sale.faturada_em)
      on conflict on constraint sale_pedido_key do nothing
      returning * into created;
    if not found then
      refusal := 'sale_pedido_key';
      return next;
      continue;
    end if;

    created_count := created_count + 1;
    new_change := new_change + 1;
    perform add_items(p_empresa_id, created.id, new_sale.itens);
    perform audit(p_empresa_id, new_change, new_sale.caller, 'criar', 'sales', created.id::text, null);
    if created.comissao > 0 then entries := entries || plan_commission(created, 1); end if;
    -- Without a key no answer is kept: it need not be built.
    if new_sale.key is not null then
      perform keep_answer(p_empresa_id, new_sale.key, new_sale.fingerprint, 201,
        jsonb_strip_nulls(to_jsonb(created)) || jsonb_build_object('itens', new_sale.itens));
    end if;

    id := created.id;
    pedido := created.pedido;
    created_at := created.created_at;
    return next;
  end loop;

  -- Once: each version of a row that a transaction writes makes its next update slower.
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
insert into applied_sql (name, checksum) values ('sales/sql/create_sales.sql', 'a18f29b68d2a5db6ecf71035bcb5f22daad5f4d655627fadca00e054d908c987');

-- sales/sql/delete_sale.sql
-- Deletes a sale with its items, receipts and history, and takes its commission back. False when there is none. The sale
-- is taken off the newest counter row: only the sum over the years means anything.
create or replace function delete_sale(p_empresa_id uuid, p_id uuid, p_versions int[], p_caller jsonb) returns boolean
language plpgsql as $$
declare
  new_change bigint := next_change(p_empresa_id);
  gone sale;
begin
  delete from sale where empresa_id = p_empresa_id and id = p_id returning * into gone;
  if not found then return false; end if;
  perform check_version(gone.version, p_versions);
  if exists (select from commission_part where empresa_id = p_empresa_id and origem_id = p_id and paga <> 0) then
    perform refuse('sale_commission_paid');
  end if;
  perform reverse_commission(p_empresa_id, p_id, 'venda excluída', p_keeps_receipts => false);
  perform audit(p_empresa_id, new_change, p_caller, 'excluir', 'sales', p_id::text, null);
  perform add_tombstone(p_empresa_id, 'sale', p_id::text, new_change);
  update sale_counter set total = total - 1
    where empresa_id = p_empresa_id and ano = (select max(ano) from sale_counter where empresa_id = p_empresa_id);
  return true;
end $$;
insert into applied_sql (name, checksum) values ('sales/sql/delete_sale.sql', '8d31038d69cf0a8557e2ae1111faf87aa69a50ff7c68c8abd35e664992869086');

-- sales/sql/due_date.sql
-- The day of the month after the settlement on which a commission is due (Lei 4.886/65, art. 32 § 1). In a shorter month,
-- its last day.
create or replace function due_date(p_settled date, p_day int) returns date language sql immutable as $$
  select least(
    (month_of(p_settled) + interval '1 month')::date + p_day - 1,
    (month_of(p_settled) + interval '2 months')::date - 1
  );
$$;
insert into applied_sql (name, checksum) values ('sales/sql/due_date.sql', '490346f8ff30eda772b7e1ec4765d0d25ae020abe5203f783377a53ab0fc3bb7');

-- sales/sql/expected_part.sql
-- The part with what is still expected of an instalment: its newest without a receipt.
create or replace function expected_part(p_empresa_id uuid, p_sale_id uuid, p_parcela int) returns setof commission_part
language sql stable as $$
  select * from commission_part
  where empresa_id = p_empresa_id and origem_id = p_sale_id and parcela = p_parcela and receipt_id is null
  order by parte desc limit 1;
$$;
insert into applied_sql (name, checksum) values ('sales/sql/expected_part.sql', 'd67c18727c7b0cbcd80d5541538d54403488b5bdd2e3f13a5d81f6ac6899b1d4');

-- sales/sql/free_order_number.sql
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
insert into applied_sql (name, checksum) values ('sales/sql/free_order_number.sql', '8dbcd4b7b862f44dfce689909fd85a2237b4f0a0c795972724e7e089ef06d297');

-- sales/sql/hold_reference.sql
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
insert into applied_sql (name, checksum) values ('sales/sql/hold_reference.sql', '561741b6e3edbc1d986851b7a7d5777523086273e4d10734a1ad37e495b00314');

-- sales/sql/hold_references.sql
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
insert into applied_sql (name, checksum) values ('sales/sql/hold_references.sql', 'e47bb8839da6887dec62f4557eae356abe643aadd448cb3e515d51c15a6ac1ef');

-- sales/sql/instalments.sql
-- The instalments of a sale with their shares of its commission, which add up to it, and what was received of each.
create or replace function instalments(p_sale sale)
returns table (numero int, vencimento date, valor numeric, comissao numeric, recebido numeric, comissao_devida numeric)
language sql stable as $$
  select numero, vencimento, valor,
    proportion((p_sale).comissao, until_here, (p_sale).valor_total)
      - proportion((p_sale).comissao, until_here - valor, (p_sale).valor_total),
    coalesce(receipt.valor_recebido, 0), coalesce(receipt.comissao_devida, 0)
  from (
    select numero::int, vencimento, valor, sum(valor) over (order by numero) as until_here
    from rows from (jsonb_to_recordset(coalesce((p_sale).parcelas,
        jsonb_build_array(jsonb_build_object('vencimento', (p_sale).data, 'valor', (p_sale).valor_total))))
      as (vencimento date, valor numeric)) with ordinality as instalment (vencimento, valor, numero)
  ) instalment
  left join (
    select parcela as numero, sum(sale_receipt.valor) as valor_recebido, sum(sale_receipt.comissao) as comissao_devida
    from sale_receipt where empresa_id = (p_sale).empresa_id and sale_id = (p_sale).id group by parcela
  ) receipt using (numero);
$$;
insert into applied_sql (name, checksum) values ('sales/sql/instalments.sql', '03a02d6dbfed36b298df73b2275415fa3053b9224930872e186f3561073e0ff2');

-- sales/sql/load_index.sql
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
insert into applied_sql (name, checksum) values ('sales/sql/load_index.sql', 'e498c9ce2a21b2dce2ebcbb0bf9a85ce5f28465bbbfafd7d0a88e27904e4686d');

-- sales/sql/month_of.sql
-- The first day of a date's month.
create or replace function month_of(p_date date) returns date language sql immutable as $$
  select date_trunc('month', p_date::timestamp)::date;
$$;
insert into applied_sql (name, checksum) values ('sales/sql/month_of.sql', '684c5b63d5c1345a04b7f0ee3ee7e418897e1adc795b6236df47d61ac14dedc0');

-- sales/sql/new_entry.sql
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
insert into applied_sql (name, checksum) values ('sales/sql/new_entry.sql', 'feccd3b6165c982401bca40a7b49dc2fcc93d7e55caf8f4a0ca6423ad1f18738');

-- sales/sql/next_part.sql
-- The number of the next part of a sale's commission. The caller has locked the company's sequence of changes: no other
-- write of the company takes the same number.
create or replace function next_part(p_empresa_id uuid, p_sale_id uuid) returns int language sql stable as $$
  select coalesce(max(parte), 0) + 1 from commission_part where empresa_id = p_empresa_id and origem_id = p_sale_id;
$$;
insert into applied_sql (name, checksum) values ('sales/sql/next_part.sql', 'e597f5b8759efd31b887f065bdf25eceac5a4bc07c0c3bd686c9ca67f7f2ff8d');

-- sales/sql/order_code.sql
-- The code of a sale that was created without one: PED-2026-0001. After 9999 it has more digits; lpad alone would cut them off.
create or replace function order_code(p_year int, p_number bigint) returns text language sql immutable as $$
  select 'PED-' || p_year::text || '-' || lpad(p_number::text, greatest(4, length(p_number::text)), '0');
$$;
insert into applied_sql (name, checksum) values ('sales/sql/order_code.sql', '1d32bc301a7fe5c00233c99f70a0242ea2cccd394a07618419efc88f7511114a');

-- sales/sql/plan_commission.sql
-- The first ledger entries of a sale. Rule met: one `prevista` and one `devida` for the whole sale. Otherwise one `prevista` per
-- instalment, for what is still to be received of it, or a single one for `faturamento`.
create or replace function plan_commission(p_sale sale, p_first int) returns new_commission_entry[]
language plpgsql stable as $$
declare
  settled date := case p_sale.comissao_quando when 'faturamento' then p_sale.faturada_em else p_sale.pago_em end;
  due date := due_date(coalesce(settled, p_sale.data), p_sale.comissao_dia);
begin
  if p_sale.comissao = 0 or status_step(p_sale.status) = 'cancelada' then return '{}'; end if;
  if settled is not null then
    return array[
      new_entry('prevista', p_sale.representada_id, due, p_sale.id, p_first,
        percentual => p_sale.comissao_percentual, base => p_sale.valor_total, prevista => p_sale.comissao),
      new_entry('devida', p_sale.representada_id, due, p_sale.id, p_first,
        percentual => p_sale.comissao_percentual, prevista => -p_sale.comissao, devida => p_sale.comissao)];
  end if;
  if p_sale.comissao_quando = 'faturamento' or (p_sale.parcelas is null and p_sale.recebido = 0) then
    return array[new_entry('prevista', p_sale.representada_id, due, p_sale.id, p_first, parcela => 1,
      percentual => p_sale.comissao_percentual, base => p_sale.valor_total, prevista => p_sale.comissao)];
  end if;
  return array(
    select new_entry('prevista', p_sale.representada_id, due_date(instalment.vencimento, p_sale.comissao_dia), p_sale.id,
      p_first + numero - 1, parcela => numero, percentual => p_sale.comissao_percentual, base => valor - recebido,
      prevista => instalment.comissao - comissao_devida)
    from instalments(p_sale) instalment order by numero);
end $$;
insert into applied_sql (name, checksum) values ('sales/sql/plan_commission.sql', '3ea0089b1c8b2356d4c725f22ae13fcb18f1895907a815f7aaab030bed4a47b0');

-- sales/sql/proportion.sql
-- p_value × p_part ÷ p_whole, half up to cents. In whole numbers: dividing numerics would round twice.
create or replace function proportion(p_value numeric, p_part numeric, p_whole numeric) returns numeric
language sql immutable as $$
  select case when p_whole = 0 then 0 else div(200 * p_value * p_part + p_whole, 2 * p_whole) * 0.01 end;
$$;
insert into applied_sql (name, checksum) values ('sales/sql/proportion.sql', 'd1496dd2cc7d57181fe0f0c2f2ffd11388473ee2b021f7c9b83e095823c7c073');

-- sales/sql/record_commission.sql
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
insert into applied_sql (name, checksum) values ('sales/sql/record_commission.sql', '3eff8dff64f475348e04012303aa589ed5b8cc54e7ccef1653bffb2f705331d5');

-- sales/sql/remove_receipt.sql
-- Takes a receipt back: what it made due is expected again. False when there is no such receipt.
-- p_versions are those of the sale.
create or replace function remove_receipt(
  p_empresa_id uuid, p_sale_id uuid, p_id uuid, p_versions int[], p_caller jsonb
) returns boolean language plpgsql as $$
declare
  new_change bigint := next_change(p_empresa_id);
  current_sale sale;
  amount numeric;
begin
  select * into current_sale from sale where empresa_id = p_empresa_id and id = p_sale_id;
  if not found then return false; end if;
  if p_id = p_sale_id and current_sale.pago_em is not null then perform refuse('receipt_automatic'); end if;
  select sum(valor) into amount from sale_receipt
    where empresa_id = p_empresa_id and sale_id = p_sale_id and id = p_id;
  if amount is null then return false; end if;
  perform check_version(current_sale.version, p_versions);
  if status_step(current_sale.status) = 'cancelada' then perform refuse('receipt_cancelled'); end if;
  if current_sale.pago_em is not null then perform refuse('receipt_automatic'); end if;
  if exists (
    select from commission_part
    where empresa_id = p_empresa_id and origem_id = p_sale_id and receipt_id = p_id and paga <> 0
  ) then
    perform refuse('receipt_commission_paid');
  end if;

  perform record_commission(p_empresa_id, array(
    select entry from commission_part due
    cross join lateral expected_part(p_empresa_id, p_sale_id, due.parcela) expected
    cross join lateral (values
      (new_entry('estornada', current_sale.representada_id, due.vencimento, p_sale_id, due.parte, due.parcela, p_id,
        percentual => due.percentual, base => -due.base, devida => -due.devida, motivo => 'recebimento desfeito')),
      (new_entry('estornada', current_sale.representada_id, expected.vencimento, p_sale_id, expected.parte, expected.parcela,
        percentual => expected.percentual, base => due.base, prevista => due.devida, motivo => 'recebimento desfeito'))
    ) entries (entry)
    where due.empresa_id = p_empresa_id and due.origem_id = p_sale_id and due.receipt_id = p_id and due.base <> 0
  ));
  delete from sale_receipt where empresa_id = p_empresa_id and sale_id = p_sale_id and id = p_id;
  perform change_received(current_sale, new_change, current_sale.recebido - amount, p_caller, 'recebimento desfeito');
  perform audit(p_empresa_id, new_change, p_caller, 'excluir', 'receipts', p_id::text, null);
  return true;
end $$;
insert into applied_sql (name, checksum) values ('sales/sql/remove_receipt.sql', 'e2687d9541d750ca1d8405ed67a63c64f83a0c2315844949cd2052a3faa60f67');

-- sales/sql/reverse_commission.sql
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
insert into applied_sql (name, checksum) values ('sales/sql/reverse_commission.sql', '0c87ebcb3006baaf44265c658da5bd69390eebfd9bf43332c45eb29b1c29e36a');

-- sales/sql/reverse_payment.sql
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
insert into applied_sql (name, checksum) values ('sales/sql/reverse_payment.sql', '580e7ac4effb8a173587a243647ece1d23ad00226b47d850f75b3a37df26fef1');

-- sales/sql/set_fence.sql
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
insert into applied_sql (name, checksum) values ('sales/sql/set_fence.sql', '8ebec0977aefddc52229d462e24488c5ca2b942c2b18ca8025a630b5ddcfb715');

-- sales/sql/settle_commission.sql
-- All that is still expected of a sale becomes due: its rule was met on a day. An instalment whose share rounds to zero
-- still has its base.
create or replace function settle_commission(p_sale sale, p_day date) returns void language plpgsql as $$
declare
  expected commission_part[] := array(
    select part from commission_part part
    where empresa_id = p_sale.empresa_id and origem_id = p_sale.id and parcela is not null and receipt_id is null
      and base <> 0
    order by parte);
  base_sum numeric := (select sum(base) from unnest(expected));
  due_sum numeric := (select sum(prevista) from unnest(expected));
begin
  if coalesce(due_sum, 0) = 0 then return; end if;
  perform record_commission(p_sale.empresa_id, array(
    select new_entry('devida', representada_id, vencimento, origem_id, parte, parcela, percentual => percentual,
      base => -base, prevista => -prevista)
    from unnest(expected)
  ) || new_entry('devida', p_sale.representada_id, due_date(p_day, p_sale.comissao_dia), p_sale.id,
    next_part(p_sale.empresa_id, p_sale.id), percentual => p_sale.comissao_percentual, base => base_sum, devida => due_sum));
end $$;
insert into applied_sql (name, checksum) values ('sales/sql/settle_commission.sql', '00732c98e38578733fbb7a7701b22a9cca21df529fc5038f11c7d2eca996ded0');

-- sales/sql/show_payment.sql
-- A payment with its allocation: how many parts there are, and the first p_most of them. Null: all.
create or replace function show_payment(p_empresa_id uuid, p_id uuid, p_most int) returns jsonb
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
      order by origem_id, parte limit p_most
    ) allocation
    left join lateral (
      select id, pedido from sale where empresa_id = p_empresa_id and id = allocation.origem_id offset 0
    ) sale on true
  ) allocation on true
  where empresa_id = p_empresa_id and id = p_id;
$$;
insert into applied_sql (name, checksum) values ('sales/sql/show_payment.sql', '9b38468ac4aa7f096e7ef08bb3b5551e1ee2f254c3cbd47361fe57c6119a9e5e');

-- sales/sql/update_sale.sql
-- Changes a sale that still has the version on which the change was decided; no row otherwise. p_itens replaces all items,
-- null leaves them. The history gets the changed fields, before and after.
create or replace function update_sale(
  p_empresa_id uuid, p_id uuid, p_version int, p_changes jsonb, p_itens json, p_motivo text, p_caller jsonb
) returns setof sale language plpgsql as $$
declare
  new_change bigint := next_change(p_empresa_id);
  before sale;
  after sale;
  items_before jsonb;
  items_after jsonb;
  old_values jsonb;
  new_values jsonb;
  changed text[];
begin
  select * into before from sale where empresa_id = p_empresa_id and id = p_id and version = p_version;
  if not found then return; end if;
  after := jsonb_populate_record(before, p_changes);
  -- The first day stays: a later status does not pay or invoice the sale again.
  after.pago_em := coalesce(before.pago_em, after.pago_em);
  after.faturada_em := coalesce(before.faturada_em, after.faturada_em);
  -- PAGA was a mistake: Faturado says invoiced, not paid. What is left is what the receipts say.
  if before.status = 'PAGA' and after.status = 'Faturado' then
    after.pago_em := null;
    after.recebido := coalesce(
      (select sum(valor) from sale_receipt where empresa_id = p_empresa_id and sale_id = p_id), 0);
  end if;
  if before.pago_em is null and after.pago_em is not null then after.recebido := after.valor_total; end if;
  update sale set
    pedido = after.pedido, data = after.data, status = after.status,
    valor_total = after.valor_total, comissao = after.comissao, comissao_percentual = after.comissao_percentual,
    parcelas = after.parcelas, recebido = after.recebido, pago_em = after.pago_em, faturada_em = after.faturada_em,
    updated_at = greatest(now(), before.updated_at + interval '1 ms'), version = before.version + 1, change = new_change
    where empresa_id = p_empresa_id and id = p_id
    returning * into after;

  if p_itens is not null then
    select jsonb_agg(jsonb_build_object('produto_id', produto_id, 'quantidade', quantidade,
        'valor_unitario', valor_unitario, 'valor_total', valor_total) order by posicao)
      into items_before from sale_item where empresa_id = p_empresa_id and sale_id = p_id;
    delete from sale_item where empresa_id = p_empresa_id and sale_id = p_id;
    perform add_items(p_empresa_id, p_id, p_itens);
    select jsonb_agg(item - 'comissao' order by place)
      into items_after from jsonb_array_elements(p_itens::jsonb) with ordinality given (item, place);
  end if;

  perform change_commission(before, after);
  old_values := to_jsonb(before) || jsonb_build_object('itens', items_before);
  new_values := to_jsonb(after) || jsonb_build_object('itens', items_after);
  -- The schema of the history's reply has these fields, too (changedFields).
  changed := array(
    select field from unnest(array['pedido', 'data', 'status', 'valor_total', 'parcelas', 'recebido', 'comissao']) field
    where old_values -> field is distinct from new_values -> field
  ) || case when p_itens is null then '{}' else array['itens'] end;
  perform add_history(after, p_caller,
    (select coalesce(jsonb_object_agg(field, old_values -> field), '{}') from unnest(changed) field),
    (select coalesce(jsonb_object_agg(field, new_values -> field), '{}') from unnest(changed) field),
    p_motivo);
  perform audit(p_empresa_id, new_change, p_caller, 'alterar', 'sales', p_id::text, changed);
  return next after;
end $$;
insert into applied_sql (name, checksum) values ('sales/sql/update_sale.sql', 'c04c3add086fbcf7263f3b1092dc377b9e04bf0f4290020ae29ec6bf24cf5bce');

reset role; set role catalog; set search_path = catalog, extensions;

-- postgres/sql/refuse.sql
-- Ends the transaction with a refusal, in the form of a constraint violation that the repository translates (`withErrors`).
create or replace function refuse(p_constraint text, p_detail text default '') returns void language plpgsql as $$
begin
  raise exception '%', p_constraint using constraint = p_constraint, detail = p_detail;
end $$;
insert into applied_sql (name, checksum) values ('postgres/sql/refuse.sql', '00c49af8d9ee594ccdc38ab28a553e413e0bead484afc426d84e1bdb9aaeac0d');

-- records/sql/add_tombstone.sql
-- Notes that a record was deleted. Part of the transaction that deletes it.
create or replace function add_tombstone(p_empresa_id uuid, p_resource text, p_id text, p_change bigint) returns void
language sql as $$
  insert into tombstone (empresa_id, resource, change, id) values (p_empresa_id, p_resource, p_change, p_id);
$$;
insert into applied_sql (name, checksum) values ('records/sql/add_tombstone.sql', 'beb5b889fd63f64da9d22171520a2e518b9aa3ac7950e0a4d8bfb24248b0c519');

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
insert into applied_sql (name, checksum) values ('records/sql/audit.sql', 'e9349b5cccf47b4e1b37014e62ba6366256aea4c0960d97acbe6b0c0e5a8ca6a');

-- records/sql/changed_fields.sql
-- The names of the fields that differ.
create or replace function changed_fields(p_before jsonb, p_after jsonb) returns text[] language sql as $$
  select coalesce(array_agg(key order by key), '{}')
  from jsonb_each(p_after) where value is distinct from p_before -> key;
$$;
insert into applied_sql (name, checksum) values ('records/sql/changed_fields.sql', 'f3a7b810d8ecb78927eb2380f460c2951f42529f76ef93e07dc0a141e81a76f8');

-- records/sql/check_version.sql
-- Refuses a change when If-Match named other versions. Null: any version will do.
create or replace function check_version(p_version int, p_versions int[]) returns void language plpgsql as $$
begin
  if p_version <> all (p_versions) then perform refuse('version_mismatch'); end if;
end $$;
insert into applied_sql (name, checksum) values ('records/sql/check_version.sql', '83811651349eb6a6d432049586b82afc63026017dd00577f6808f6543696f085');

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

-- records/sql/claim_key.sql
-- try_key for a function that creates one record: refused when something prevents it.
create or replace function claim_key(p_empresa_id uuid, p_key text) returns void language plpgsql as $$
declare
  prevented_by text := try_key(p_empresa_id, p_key);
begin
  if prevented_by is not null then perform refuse(prevented_by); end if;
end $$;
insert into applied_sql (name, checksum) values ('records/sql/claim_key.sql', 'a7f78596bbc3e8be5e3fbc17a59b5b3601875e2006402388c8aced7db7aee556');

-- records/sql/cut_audit.sql
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
insert into applied_sql (name, checksum) values ('records/sql/cut_audit.sql', '17a4d1e564d819db6d9d1538e3b19b527c814feba7e638996c4b7f403ed4fdfa');

-- records/sql/keep_answer.sql
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
insert into applied_sql (name, checksum) values ('records/sql/keep_answer.sql', '8ca3aaa4eb206426701cdc6816e4f5848ccea33dba009dee43e7514f19e97c06');

-- records/sql/keep_refusal.sql
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
insert into applied_sql (name, checksum) values ('records/sql/keep_refusal.sql', 'ca84f8bd3a01da0f596e5b247fe8e341b5e83493925b75622aaeb3043b82270c');

-- records/sql/next_change.sql
-- The number of a company's next change. Locks the company's sequence until the transaction ends, and so serializes the
-- company's writes: take it before counters and records, so that writers do not deadlock.
create or replace function next_change(p_empresa_id uuid) returns bigint language plpgsql as $$
declare
  change bigint;
begin
  insert into change_sequence as existing (empresa_id, last) values (p_empresa_id, 1)
    on conflict (empresa_id) do update set last = existing.last + 1
    returning last into change;
  return change;
end $$;
insert into applied_sql (name, checksum) values ('records/sql/next_change.sql', 'f098ae803507d8db8bee9549277e34122d551cfa7042caa2b8ec4178d0d8f85c');

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

-- records/sql/try_key.sql
-- Claims the single execution that a key allows. Returns what prevents it, or null. A second request with the key is
-- refused while the first is running, not queued. The lock belongs to the transaction, so a crash frees the key, and to
-- the schema, so the same key at two services does not collide.
create or replace function try_key(p_empresa_id uuid, p_key text) returns text language plpgsql as $$
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
insert into applied_sql (name, checksum) values ('records/sql/try_key.sql', 'b86e2143ab3cef5937f1676fa2e1976ddb9ca89e9e378f042ede3b3c1ad9dad1');

-- tables/sql/audit_imported.sql
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
insert into applied_sql (name, checksum) values ('tables/sql/audit_imported.sql', '4f8f8a40ec4baa876949b51ab2c5cb3f0586089854ae8175730d7a9bb20f3036');

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
insert into applied_sql (name, checksum) values ('tables/sql/import_rows.sql', '36cb40604b675108f8f7b08405c8057ea153dad7136d0ea30c2653bdd7e34df8');

-- tables/sql/merge_records.sql
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
insert into applied_sql (name, checksum) values ('tables/sql/merge_records.sql', '27f9d8b04c3cb5a96e31fa42ee09638370c3bde62e99cb6fd37ee41c051b48fc');

-- tables/sql/remove_old_import_rows.sql
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
insert into applied_sql (name, checksum) values ('tables/sql/remove_old_import_rows.sql', '430e36166a94467cbf656ce4818dbed916978439a55a3f22131729fb2815aa23');

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

-- catalog/sql/import_conflicts.sql
-- The conflicts of an import's rows with other rows and with existing products.
create or replace function import_conflicts(p_empresa_id uuid, p_import_id uuid)
returns table (line int, field text, reason text) language sql stable as $$
  select line, 'id', 'repeated'
  from (
    select line, row_number() over (partition by key order by line) as occurrence
    from import_row where import_id = p_import_id and key is not null
  ) keys where occurrence > 1
  union all
  -- Another company has it.
  select row.line, 'id', 'product_pkey'
  from import_row row cross join lateral (select id from product where id = row.key offset 0) taken
  where row.import_id = p_import_id and row.target is null
  union all
  select row.line, 'representada_id', 'product_representada_fkey'
  from import_row row left join lateral (
    select id from representada
    where empresa_id = p_empresa_id and id = (row.given ->> 'representada_id')::uuid offset 0
  ) known on true
  where row.import_id = p_import_id and row.given ->> 'representada_id' is not null and known.id is null;
$$;
insert into applied_sql (name, checksum) values ('catalog/sql/import_conflicts.sql', '3d9cce84bb32a13e28bdb0f3f5196d1c8f78b64cb8114318ec46f19b546fbd36');

-- catalog/sql/match_import.sql
-- Notes for each row of an import which product it changes, if there is one, and whether it does.
create or replace function match_import(p_empresa_id uuid, p_import_id uuid) returns void language sql as $$
  update import_row as row set (target, outcome) = (
    select product.id, case when changed is not distinct from product then 'inalterado' else 'atualizado' end
    from product cross join lateral jsonb_populate_record(product, row.given) changed
    where product.empresa_id = p_empresa_id and product.id = row.key
  )
  where row.import_id = p_import_id;
$$;
insert into applied_sql (name, checksum) values ('catalog/sql/match_import.sql', 'bec0c088f0622fc1630ee3e5baf4fdb29007670e6e6e84a3c06378791d84f27f');

reset role; set role clients; set search_path = clients, extensions;

-- postgres/sql/refuse.sql
-- Ends the transaction with a refusal, in the form of a constraint violation that the repository translates (`withErrors`).
create or replace function refuse(p_constraint text, p_detail text default '') returns void language plpgsql as $$
begin
  raise exception '%', p_constraint using constraint = p_constraint, detail = p_detail;
end $$;
insert into applied_sql (name, checksum) values ('postgres/sql/refuse.sql', '00c49af8d9ee594ccdc38ab28a553e413e0bead484afc426d84e1bdb9aaeac0d');

-- records/sql/add_tombstone.sql
-- Notes that a record was deleted. Part of the transaction that deletes it.
create or replace function add_tombstone(p_empresa_id uuid, p_resource text, p_id text, p_change bigint) returns void
language sql as $$
  insert into tombstone (empresa_id, resource, change, id) values (p_empresa_id, p_resource, p_change, p_id);
$$;
insert into applied_sql (name, checksum) values ('records/sql/add_tombstone.sql', 'beb5b889fd63f64da9d22171520a2e518b9aa3ac7950e0a4d8bfb24248b0c519');

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
insert into applied_sql (name, checksum) values ('records/sql/audit.sql', 'e9349b5cccf47b4e1b37014e62ba6366256aea4c0960d97acbe6b0c0e5a8ca6a');

-- records/sql/changed_fields.sql
-- The names of the fields that differ.
create or replace function changed_fields(p_before jsonb, p_after jsonb) returns text[] language sql as $$
  select coalesce(array_agg(key order by key), '{}')
  from jsonb_each(p_after) where value is distinct from p_before -> key;
$$;
insert into applied_sql (name, checksum) values ('records/sql/changed_fields.sql', 'f3a7b810d8ecb78927eb2380f460c2951f42529f76ef93e07dc0a141e81a76f8');

-- records/sql/check_version.sql
-- Refuses a change when If-Match named other versions. Null: any version will do.
create or replace function check_version(p_version int, p_versions int[]) returns void language plpgsql as $$
begin
  if p_version <> all (p_versions) then perform refuse('version_mismatch'); end if;
end $$;
insert into applied_sql (name, checksum) values ('records/sql/check_version.sql', '83811651349eb6a6d432049586b82afc63026017dd00577f6808f6543696f085');

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

-- records/sql/claim_key.sql
-- try_key for a function that creates one record: refused when something prevents it.
create or replace function claim_key(p_empresa_id uuid, p_key text) returns void language plpgsql as $$
declare
  prevented_by text := try_key(p_empresa_id, p_key);
begin
  if prevented_by is not null then perform refuse(prevented_by); end if;
end $$;
insert into applied_sql (name, checksum) values ('records/sql/claim_key.sql', 'a7f78596bbc3e8be5e3fbc17a59b5b3601875e2006402388c8aced7db7aee556');

-- records/sql/cut_audit.sql
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
insert into applied_sql (name, checksum) values ('records/sql/cut_audit.sql', '17a4d1e564d819db6d9d1538e3b19b527c814feba7e638996c4b7f403ed4fdfa');

-- records/sql/keep_answer.sql
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
insert into applied_sql (name, checksum) values ('records/sql/keep_answer.sql', '8ca3aaa4eb206426701cdc6816e4f5848ccea33dba009dee43e7514f19e97c06');

-- records/sql/keep_refusal.sql
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
insert into applied_sql (name, checksum) values ('records/sql/keep_refusal.sql', 'ca84f8bd3a01da0f596e5b247fe8e341b5e83493925b75622aaeb3043b82270c');

-- records/sql/next_change.sql
-- The number of a company's next change. Locks the company's sequence until the transaction ends, and so serializes the
-- company's writes: take it before counters and records, so that writers do not deadlock.
create or replace function next_change(p_empresa_id uuid) returns bigint language plpgsql as $$
declare
  change bigint;
begin
  insert into change_sequence as existing (empresa_id, last) values (p_empresa_id, 1)
    on conflict (empresa_id) do update set last = existing.last + 1
    returning last into change;
  return change;
end $$;
insert into applied_sql (name, checksum) values ('records/sql/next_change.sql', 'f098ae803507d8db8bee9549277e34122d551cfa7042caa2b8ec4178d0d8f85c');

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

-- records/sql/try_key.sql
-- Claims the single execution that a key allows. Returns what prevents it, or null. A second request with the key is
-- refused while the first is running, not queued. The lock belongs to the transaction, so a crash frees the key, and to
-- the schema, so the same key at two services does not collide.
create or replace function try_key(p_empresa_id uuid, p_key text) returns text language plpgsql as $$
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
insert into applied_sql (name, checksum) values ('records/sql/try_key.sql', 'b86e2143ab3cef5937f1676fa2e1976ddb9ca89e9e378f042ede3b3c1ad9dad1');

-- tables/sql/audit_imported.sql
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
insert into applied_sql (name, checksum) values ('tables/sql/audit_imported.sql', '4f8f8a40ec4baa876949b51ab2c5cb3f0586089854ae8175730d7a9bb20f3036');

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
insert into applied_sql (name, checksum) values ('tables/sql/import_rows.sql', '36cb40604b675108f8f7b08405c8057ea153dad7136d0ea30c2653bdd7e34df8');

-- tables/sql/merge_records.sql
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
insert into applied_sql (name, checksum) values ('tables/sql/merge_records.sql', '27f9d8b04c3cb5a96e31fa42ee09638370c3bde62e99cb6fd37ee41c051b48fc');

-- tables/sql/remove_old_import_rows.sql
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
insert into applied_sql (name, checksum) values ('tables/sql/remove_old_import_rows.sql', '430e36166a94467cbf656ce4818dbed916978439a55a3f22131729fb2815aa23');

-- clients/sql/client_code.sql
-- The code of a client that was created without one: CLI0001. After CLI9999 it has more digits; lpad alone would cut them off.
create or replace function client_code(p_number bigint) returns text language sql immutable as $$
  select 'CLI' || lpad(p_number::text, greatest(4, length(p_number::text)), '0');
$$;
insert into applied_sql (name, checksum) values ('clients/sql/client_code.sql', '2010bd13628b735cf788b4ec556d24428336d4721d7a94dc43f37c15511c4651');

-- clients/sql/free_client_number.sql
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
insert into applied_sql (name, checksum) values ('clients/sql/free_client_number.sql', '9d1a7efc34881fa6a229dab7c648a316bce76ebe2464e28e7c99dea1854b9f16');

-- clients/sql/give_client_codes.sql
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
insert into applied_sql (name, checksum) values ('clients/sql/give_client_codes.sql', '9ee80fc83d41bec291f21a045edbe244670501277878d8e3bdb85b086d9a55c4');

-- clients/sql/import_conflicts.sql
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
  select row.line, 'email', 'client_email_key'
  from import_row row cross join lateral (
    select empresa_id, id from client where lower(email) = lower(row.given ->> 'email') offset 0
  ) holder
  where row.import_id = p_import_id and (holder.empresa_id <> p_empresa_id or holder.id::text is distinct from row.target)
    -- With an invalid code it is unknown which client the row changes: it may be the holder.
    and not (row.key is null and coalesce(row.faults ? 'codigo', false));
$$;
insert into applied_sql (name, checksum) values ('clients/sql/import_conflicts.sql', 'b0da7eba4dd66f9812de576207b2b1a4a303913bf96b8c1baad935a35f170da2');

-- clients/sql/match_import.sql
-- Notes for each row of an import which client it changes, if there is one, and whether it does.
create or replace function match_import(p_empresa_id uuid, p_import_id uuid) returns void language sql as $$
  update import_row as row set (target, outcome) = (
    select client.id::text, case when changed is not distinct from client then 'inalterado' else 'atualizado' end
    from client cross join lateral jsonb_populate_record(client, row.given) changed
    where client.empresa_id = p_empresa_id and client.codigo = row.key
  )
  where row.import_id = p_import_id and row.key is not null;
$$;
insert into applied_sql (name, checksum) values ('clients/sql/match_import.sql', 'daccde5b7f57c1b4814659b9f5d483081c0fee7b88f29e62872ecb30db6625c6');

-- clients/sql/next_client_code.sql
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
insert into applied_sql (name, checksum) values ('clients/sql/next_client_code.sql', '2da0f33d5c3468403f5c5c341734c61e6ac44111b6aceebdc6d140e230b0b9d5');
reset role;
