-- An entry of the ledger that is yet to be recorded. A type of its own, which is never altered: a row of the table that is built by
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

-- With other types, as earlier commits made them. No release has them.
drop function if exists new_entry, plan_commission, record_commission, reverse_commission;

-- Whether a part is expected, open or paid. Null: it was taken back. In a migration, since indexes are built on it.
create function part_state(prevista numeric, devida numeric, paga numeric) returns text language sql immutable parallel safe return
  case when prevista <> 0 then 'prevista' when devida <> paga then 'aberta' when devida <> 0 then 'paga' end;
