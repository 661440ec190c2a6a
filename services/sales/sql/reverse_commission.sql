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
