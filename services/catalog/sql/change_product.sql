-- Writes a product that an update or an import has changed, with its entry in the audit, and returns it. Leaves the kept totals to
-- its caller.
create or replace function change_product(
  p_before product, p_after product, p_change bigint, p_caller jsonb, p_operation text
) returns product language plpgsql as $$
declare
  written product;
begin
  update product set
      nome = p_after.nome, descricao = p_after.descricao, preco = p_after.preco, ativo = p_after.ativo,
      representada_id = p_after.representada_id, comissao = p_after.comissao, version = p_before.version + 1,
      change = p_change, updated_at = greatest(now(), p_before.updated_at + interval '1 ms')
    where empresa_id = p_before.empresa_id and id = p_before.id
    returning * into written;
  perform audit(p_before.empresa_id, p_change, p_caller, p_operation, 'products', p_before.id,
    changed_fields(to_jsonb(p_before), to_jsonb(p_after)));
  return written;
end $$;
