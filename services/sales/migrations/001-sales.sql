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
