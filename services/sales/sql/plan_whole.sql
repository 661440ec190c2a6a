-- The one entry of a sale without instalments of which nothing was received: due when its rule is met, expected
-- otherwise. Apart from plan_commission because it is called for every new sale, and returning a set costs more.
create or replace function plan_whole(p_sale sale, p_part int) returns commission_entry language plpgsql stable as $$
declare
  settled date := case p_sale.comissao_quando when 'faturamento' then p_sale.faturada_em else p_sale.pago_em end;
begin
  if settled is null then
    return new_entry('prevista', p_sale.representada_id, due_date(p_sale.data, p_sale.comissao_dia), p_sale.id, p_part,
      parcela => 1, percentual => p_sale.comissao_percentual, base => p_sale.valor_total, prevista => p_sale.comissao);
  end if;
  return new_entry('devida', p_sale.representada_id, due_date(settled, p_sale.comissao_dia), p_sale.id, p_part,
    percentual => p_sale.comissao_percentual, base => p_sale.valor_total, devida => p_sale.comissao);
end $$;
