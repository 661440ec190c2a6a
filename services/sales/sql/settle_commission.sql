-- All that is still expected of a sale becomes due: its rule was met on a day.
create or replace function settle_commission(p_sale sale, p_day date) returns void language plpgsql as $$
declare
  expected record;
begin
  select coalesce(max(parte), 0) + 1 as next, coalesce(sum(base) filter (where prevista > 0), 0) as base,
      coalesce(sum(prevista), 0) as prevista
    into expected from commission_part where empresa_id = p_sale.empresa_id and origem_id = p_sale.id;
  if expected.prevista = 0 then return; end if;
  perform record_commission(p_sale.empresa_id, array(
    select new_entry('devida', representada_id, vencimento, origem_id, parte, parcela, percentual => percentual,
      base => -base, prevista => -prevista)
    from commission_part where empresa_id = p_sale.empresa_id and origem_id = p_sale.id and prevista > 0 order by parte
  ) || new_entry('devida', p_sale.representada_id, due_date(p_day, p_sale.comissao_dia), p_sale.id, expected.next,
    percentual => p_sale.comissao_percentual, base => expected.base, devida => expected.prevista));
end $$;
