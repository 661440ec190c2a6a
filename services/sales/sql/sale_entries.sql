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
