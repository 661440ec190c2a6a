-- Takes a receipt back: what it made due is expected again. False when there is no such receipt.
-- p_versions are those of the sale.
create or replace function remove_receipt(
  p_empresa_id uuid, p_sale_id uuid, p_id uuid, p_versions int[], p_caller jsonb
) returns boolean language plpgsql as $$
declare
  new_change bigint := next_change(p_empresa_id);
  current_sale sale;
  amount numeric;
begin
  select * into current_sale from sale where empresa_id = p_empresa_id and id = p_sale_id;
  if not found then return false; end if;
  if p_id = p_sale_id and current_sale.pago_em is not null then perform refuse('receipt_automatic'); end if;
  select sum(valor) into amount from sale_receipt
    where empresa_id = p_empresa_id and sale_id = p_sale_id and id = p_id;
  if amount is null then return false; end if;
  perform check_version(current_sale.version, p_versions);
  if status_step(current_sale.status) = 'cancelada' then perform refuse('receipt_cancelled'); end if;
  if current_sale.pago_em is not null then perform refuse('receipt_automatic'); end if;
  if exists (
    select from commission_part
    where empresa_id = p_empresa_id and origem_id = p_sale_id and receipt_id = p_id and paga <> 0
  ) then
    perform refuse('receipt_commission_paid');
  end if;

  perform record_commission(p_empresa_id, array(
    select entry from commission_part due
    cross join lateral expected_part(p_empresa_id, p_sale_id, due.parcela) expected
    cross join lateral (values
      (new_entry('estornada', current_sale.representada_id, due.vencimento, p_sale_id, due.parte, due.parcela, p_id,
        percentual => due.percentual, base => -due.base, devida => -due.devida, motivo => 'recebimento desfeito')),
      (new_entry('estornada', current_sale.representada_id, expected.vencimento, p_sale_id, expected.parte, expected.parcela,
        percentual => expected.percentual, base => due.base, prevista => due.devida, motivo => 'recebimento desfeito'))
    ) entries (entry)
    where due.empresa_id = p_empresa_id and due.origem_id = p_sale_id and due.receipt_id = p_id and due.base <> 0
  ));
  delete from sale_receipt where empresa_id = p_empresa_id and sale_id = p_sale_id and id = p_id;
  perform change_received(current_sale, new_change, current_sale.recebido - amount, p_caller, 'recebimento desfeito');
  perform audit(p_empresa_id, new_change, p_caller, 'excluir', 'receipts', p_id::text, null);
  return true;
end $$;
