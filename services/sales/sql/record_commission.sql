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
