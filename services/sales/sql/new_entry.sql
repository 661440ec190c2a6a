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
