-- Takes a payment back by new entries: what it paid is due again. Returns its id; null when there is none, or it was taken back before.
create or replace function reverse_payment(p_empresa_id uuid, p_id uuid) returns uuid language plpgsql as $$
declare
  payment commission_payment;
begin
  select * into payment from commission_payment
    where empresa_id = p_empresa_id and id = p_id and estornado_em is null;
  if not found then return null; end if;
  perform record_commission(p_empresa_id, array(
    select new_entry('estornada', part.representada_id, part.vencimento, part.origem_id, part.parte, part.parcela,
      payment_id => p_id, percentual => part.percentual, paga => -allocation.valor, motivo => 'pagamento estornado')
    from commission_allocation allocation join commission_part part using (empresa_id, origem_id, parte)
    where allocation.empresa_id = p_empresa_id and allocation.payment_id = p_id and allocation.valor <> 0
  ) || new_entry('estornada', payment.representada_id, payment.data, payment_id => p_id, credito => -payment.valor,
    motivo => 'pagamento estornado'));
  update commission_payment set estornado_em = now() where empresa_id = p_empresa_id and id = p_id;
  return p_id;
end $$;
