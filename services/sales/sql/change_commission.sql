-- The commission of a sale that was changed. Part of the transaction that changes it.
create or replace function change_commission(p_before sale, p_after sale) returns void language plpgsql as $$
declare
  -- Why it is planned anew; null when it is not.
  reason text := case
    when (p_before.valor_total, p_before.comissao, p_before.data)
      is distinct from (p_after.valor_total, p_after.comissao, p_after.data) then 'venda alterada'
    -- By the other rule a commission does not depend on instalments and receipts, and may be paid already.
    when p_after.comissao_quando = 'faturamento' then null
    when p_before.parcelas is distinct from p_after.parcelas then 'venda alterada'
    when p_before.pago_em is not null and p_after.pago_em is null then 'recebimento desfeito'
  end;
begin
  if status_step(p_after.status) = 'cancelada' then
    if status_step(p_before.status) is distinct from 'cancelada' then
      perform reverse_commission(p_after.empresa_id, p_after.id, 'venda cancelada', p_keeps_receipts => false);
    end if;
  elsif reason is not null then
    perform reverse_commission(p_after.empresa_id, p_after.id, reason, p_keeps_receipts => true);
    perform record_commission(
      p_after.empresa_id, plan_commission(p_after, next_part(p_after.empresa_id, p_after.id)));
  elsif p_after.comissao_quando = 'faturamento' then
    if p_before.faturada_em is null and p_after.faturada_em is not null then
      perform settle_commission(p_after, p_after.faturada_em);
    end if;
  elsif p_before.pago_em is null and p_after.pago_em is not null then
    perform settle_commission(p_after, p_after.pago_em);
  end if;
end $$;
