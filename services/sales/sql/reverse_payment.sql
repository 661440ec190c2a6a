-- Takes a payment back by new entries: what it paid is due again. False when there is none, or it was taken back before.
-- A payment has no version: an If-Match other than * never fits.
create or replace function reverse_payment(p_empresa_id uuid, p_id uuid, p_versions int[], p_caller jsonb)
returns boolean language plpgsql as $$
declare
  new_change bigint := next_change(p_empresa_id);
  payment commission_payment;
begin
  select * into payment from commission_payment
    where empresa_id = p_empresa_id and id = p_id and estornado_em is null;
  if not found then return false; end if;
  if p_versions is not null then perform refuse('version_mismatch'); end if;
  perform record_commission(p_empresa_id, array(
    select new_entry('estornada', part.representada_id, part.vencimento, part.origem_id, part.parte, part.parcela,
      payment_id => p_id, percentual => part.percentual, paga => -allocation.valor, motivo => 'pagamento estornado')
    from commission_allocation allocation join commission_part part using (empresa_id, origem_id, parte)
    where allocation.empresa_id = p_empresa_id and allocation.payment_id = p_id and allocation.valor <> 0
  ) || new_entry('estornada', payment.representada_id, payment.data, payment_id => p_id, credito => -payment.valor,
    motivo => 'pagamento estornado'));
  update commission_payment set estornado_em = now() where empresa_id = p_empresa_id and id = p_id;
  perform audit(p_empresa_id, new_change, p_caller, 'excluir', 'payments', p_id::text, null);
  return true;
end $$;
