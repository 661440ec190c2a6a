-- Adds entries to the ledger and to the sums that are kept of it. The only function that writes either. The caller has
-- locked the company's sequence of changes. One entry after the other: most calls have one, and plain rows cost half of a set.
create or replace function record_commission(p_empresa_id uuid, p_entries commission_entry[]) returns void
language plpgsql as $$
declare
  entry commission_entry;
  number bigint;
begin
  if coalesce(cardinality(p_entries), 0) = 0 then return; end if;
  insert into commission_sequence as existing (empresa_id, last) values (p_empresa_id, cardinality(p_entries))
    on conflict (empresa_id) do update set last = existing.last + excluded.last
    returning last - cardinality(p_entries) into number;

  foreach entry in array p_entries loop
    number := number + 1;
    insert into commission_entry (
        empresa_id, numero, tipo, representada_id, origem_id, parte, parcela, receipt_id, payment_id, vencimento,
        percentual, base, prevista, devida, paga, credito, motivo)
      values (p_empresa_id, number, entry.tipo, entry.representada_id, entry.origem_id, entry.parte, entry.parcela,
        entry.receipt_id, entry.payment_id, entry.vencimento, entry.percentual, entry.base, entry.prevista, entry.devida,
        entry.paga, entry.credito, entry.motivo);

    insert into commission_balance as existing (empresa_id, representada_id, mes, prevista, devida, paga, credito)
      values (p_empresa_id, entry.representada_id, month_of(entry.vencimento), entry.prevista, entry.devida, entry.paga,
        entry.credito)
      on conflict (empresa_id, representada_id, mes) do update set
        prevista = existing.prevista + excluded.prevista, devida = existing.devida + excluded.devida,
        paga = existing.paga + excluded.paga, credito = existing.credito + excluded.credito;

    if entry.origem_id is not null then
      insert into commission_part as existing (
          empresa_id, origem_id, parte, representada_id, parcela, receipt_id, vencimento, percentual, base, prevista, devida,
          paga, motivo)
        values (p_empresa_id, entry.origem_id, entry.parte, entry.representada_id, entry.parcela, entry.receipt_id,
          entry.vencimento, entry.percentual, entry.base, entry.prevista, entry.devida, entry.paga, entry.motivo)
        on conflict (empresa_id, origem_id, parte) do update set
          base = existing.base + excluded.base, prevista = existing.prevista + excluded.prevista,
          devida = existing.devida + excluded.devida, paga = existing.paga + excluded.paga;
    end if;

    if entry.payment_id is not null and entry.origem_id is not null then
      insert into commission_allocation as existing (empresa_id, origem_id, parte, payment_id, valor)
        values (p_empresa_id, entry.origem_id, entry.parte, entry.payment_id, entry.paga)
        on conflict (empresa_id, origem_id, parte, payment_id) do update set valor = existing.valor + excluded.valor;
    end if;
    if entry.payment_id is not null and entry.credito <> 0 then
      update commission_payment set credito = commission_payment.credito + entry.credito
        where empresa_id = p_empresa_id and id = entry.payment_id;
    end if;
  end loop;
end $$;
