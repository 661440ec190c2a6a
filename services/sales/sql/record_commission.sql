-- Adds entries to the ledger and to the sums that are kept of it. The only function that writes either. The caller has
-- locked the company's sequence of changes.
create or replace function record_commission(p_empresa_id uuid, p_entries commission_entry[]) returns void
language plpgsql as $$
declare
  added int := cardinality(p_entries);
  newest bigint;
begin
  if coalesce(added, 0) = 0 then return; end if;
  select coalesce(max(numero), 0) into newest from commission_entry where empresa_id = p_empresa_id;
  insert into commission_entry (
      empresa_id, numero, tipo, representada_id, origem_id, parte, parcela, receipt_id, payment_id, vencimento,
      percentual, base, prevista, devida, paga, credito, motivo)
    select p_empresa_id, newest + row_number() over (), tipo, representada_id, origem_id, parte, parcela, receipt_id,
      payment_id, vencimento, percentual, base, prevista, devida, paga, credito, motivo
    from unnest(p_entries);

  insert into commission_part as existing (
      empresa_id, origem_id, parte, representada_id, parcela, receipt_id, vencimento, percentual, base, prevista, devida,
      paga, motivo)
    select p_empresa_id, origem_id, parte, any_value(representada_id), any_value(parcela), any_value(receipt_id),
      any_value(vencimento), any_value(percentual), sum(base), sum(prevista), sum(devida), sum(paga), any_value(motivo)
    from unnest(p_entries) where origem_id is not null group by origem_id, parte
    on conflict (empresa_id, origem_id, parte) do update set
      base = existing.base + excluded.base, prevista = existing.prevista + excluded.prevista,
      devida = existing.devida + excluded.devida, paga = existing.paga + excluded.paga;

  insert into commission_balance as existing (empresa_id, representada_id, mes, prevista, devida, paga, credito)
    select p_empresa_id, representada_id, month_of(vencimento), sum(prevista), sum(devida), sum(paga), sum(credito)
    from unnest(p_entries) group by representada_id, month_of(vencimento)
    on conflict (empresa_id, representada_id, mes) do update set
      prevista = existing.prevista + excluded.prevista, devida = existing.devida + excluded.devida,
      paga = existing.paga + excluded.paga, credito = existing.credito + excluded.credito;

  if not exists (select from unnest(p_entries) where payment_id is not null) then return; end if;
  insert into commission_allocation as existing (empresa_id, origem_id, parte, payment_id, valor)
    select p_empresa_id, origem_id, parte, payment_id, sum(paga)
    from unnest(p_entries) where payment_id is not null and origem_id is not null group by origem_id, parte, payment_id
    on conflict (empresa_id, origem_id, parte, payment_id) do update set valor = existing.valor + excluded.valor;
  -- Not by a join, for which all payments of the company may be read.
  update commission_payment payment
    set credito = credito + (select sum(entry.credito) from unnest(p_entries) entry where payment_id = payment.id)
    where empresa_id = p_empresa_id
      and id = any (array(select distinct payment_id from unnest(p_entries) where payment_id is not null));
end $$;
