-- The rule and the rates of a sale's commission, as they were when the sale was made.
alter table sale
  -- 'recebimento': earned when the client pays. 'faturamento': when the order is invoiced.
  add column comissao_quando text not null default 'recebimento',
  -- The day of the following month on which it is due.
  add column comissao_dia smallint not null default 15,
  -- The representada's rate, for items whose product has none.
  add column comissao_taxa numeric(9, 6) not null default 0,
  -- The rate of all items, or their average.
  add column comissao_percentual numeric(9, 6) not null default 0,
  -- The sum over the items.
  add column comissao numeric(15, 2) not null default 0,
  -- [{ vencimento, valor }]. Null: one instalment, at the sale's date.
  add column parcelas jsonb,
  -- What the client paid.
  add column recebido numeric(15, 2) not null default 0,
  -- When its status became paid, which counts as received in full.
  add column pago_em date,
  add column faturada_em date;

alter table sale_item add column comissao numeric(9, 6) not null default 0;

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

-- As of sales: until there are real statistics, plan as if one company had everything.
select pg_restore_attribute_stats(
  'schemaname', current_schema::text, 'relname', 'commission_payment', 'attname', 'empresa_id', 'inherited', false,
  'version', 180000, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 1::real, 'correlation', 1::real
);

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

-- Whether a part is expected, open or paid. Null: it was taken back. In a migration, since indexes are built on it.
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

select pg_restore_attribute_stats(
  'schemaname', current_schema::text, 'relname', 'commission_part', 'attname', 'empresa_id', 'inherited', false,
  'version', 180000, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 1::real, 'correlation', 1::real
);

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
