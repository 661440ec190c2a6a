-- The first ledger entries of a sale. Rule met: one `prevista` and one `devida` for the whole sale. Otherwise one `prevista` per
-- instalment, for what is still to be received of it, or a single one for `faturamento`.
create or replace function plan_commission(p_sale sale, p_first int) returns new_commission_entry[]
language plpgsql stable as $$
declare
  settled date := case p_sale.comissao_quando when 'faturamento' then p_sale.faturada_em else p_sale.pago_em end;
  due date := due_date(coalesce(settled, p_sale.data), p_sale.comissao_dia);
begin
  if p_sale.comissao = 0 or status_step(p_sale.status) = 'cancelada' then return '{}'; end if;
  if settled is not null then
    return array[
      new_entry('prevista', p_sale.representada_id, due, p_sale.id, p_first,
        percentual => p_sale.comissao_percentual, base => p_sale.valor_total, prevista => p_sale.comissao),
      new_entry('devida', p_sale.representada_id, due, p_sale.id, p_first,
        percentual => p_sale.comissao_percentual, prevista => -p_sale.comissao, devida => p_sale.comissao)];
  end if;
  if p_sale.comissao_quando = 'faturamento' or (p_sale.parcelas is null and p_sale.recebido = 0) then
    return array[new_entry('prevista', p_sale.representada_id, due, p_sale.id, p_first, parcela => 1,
      percentual => p_sale.comissao_percentual, base => p_sale.valor_total, prevista => p_sale.comissao)];
  end if;
  return array(
    select new_entry('prevista', p_sale.representada_id, due_date(instalment.vencimento, p_sale.comissao_dia), p_sale.id,
      p_first + numero - 1, parcela => numero, percentual => p_sale.comissao_percentual, base => valor - recebido,
      prevista => instalment.comissao - comissao_devida)
    from instalments(p_sale) instalment order by numero);
end $$;
