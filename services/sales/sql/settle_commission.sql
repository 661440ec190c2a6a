-- All that is still expected of a sale becomes due: its rule was met on a day. An instalment whose share rounds to zero
-- still has its base.
create or replace function settle_commission(p_sale sale, p_day date) returns void language plpgsql as $$
declare
  expected commission_part[] := array(
    select part from commission_part part
    where empresa_id = p_sale.empresa_id and origem_id = p_sale.id and parcela is not null and receipt_id is null
      and base <> 0
    order by parte);
  base_sum numeric := (select sum(base) from unnest(expected));
  due_sum numeric := (select sum(prevista) from unnest(expected));
begin
  if coalesce(due_sum, 0) = 0 then return; end if;
  perform record_commission(p_sale.empresa_id, array(
    select new_entry('devida', representada_id, vencimento, origem_id, parte, parcela, percentual => percentual,
      base => -base, prevista => -prevista)
    from unnest(expected)
  ) || new_entry('devida', p_sale.representada_id, due_date(p_day, p_sale.comissao_dia), p_sale.id,
    next_part(p_sale.empresa_id, p_sale.id), percentual => p_sale.comissao_percentual, base => base_sum, devida => due_sum));
end $$;
