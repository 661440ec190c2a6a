-- The entries of a sale of which nothing was received, one for each instalment until its rule is met.
create or replace function plan_commission(p_sale sale, p_first int) returns setof commission_entry
language plpgsql stable as $$
declare
  settled date := case p_sale.comissao_quando when 'faturamento' then p_sale.faturada_em else p_sale.pago_em end;
begin
  if p_sale.comissao = 0 or p_sale.status in ('Cancelado', 'CANCELADA') then return; end if;
  if settled is not null or p_sale.comissao_quando = 'faturamento' or p_sale.parcelas is null then
    return next plan_whole(p_sale, p_first);
  else
    return query
      select entry.* from instalments(p_sale) instalment
      cross join lateral new_entry('prevista', p_sale.representada_id,
        due_date(instalment.vencimento, p_sale.comissao_dia), p_sale.id, p_first + numero - 1, parcela => numero,
        percentual => p_sale.comissao_percentual, base => valor, prevista => instalment.comissao) entry
      order by numero;
  end if;
end $$;
