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
