-- Deletes a sale with its items, receipts and history, and takes its commission back. False when there is none. The sale
-- is taken off the newest counter row: only the sum over the years means anything.
create or replace function delete_sale(p_empresa_id uuid, p_id uuid, p_versions int[], p_caller jsonb) returns boolean
language plpgsql as $$
declare
  new_change bigint := next_change(p_empresa_id);
  gone sale;
begin
  delete from sale where empresa_id = p_empresa_id and id = p_id returning * into gone;
  if not found then return false; end if;
  perform check_version(gone.version, p_versions);
  if exists (select from commission_part where empresa_id = p_empresa_id and origem_id = p_id and paga <> 0) then
    perform refuse('sale_commission_paid');
  end if;
  perform reverse_commission(p_empresa_id, p_id, 'venda excluída', p_keeps_receipts => false);
  perform audit(p_empresa_id, new_change, p_caller, 'excluir', 'sales', p_id::text, null);
  perform add_tombstone(p_empresa_id, 'sale', p_id::text, new_change);
  update sale_counter set total = total - 1
    where empresa_id = p_empresa_id and ano = (select max(ano) from sale_counter where empresa_id = p_empresa_id);
  return true;
end $$;
