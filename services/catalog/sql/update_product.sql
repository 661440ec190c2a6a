-- Changes the fields that p_changes has, and no others. No row when there is no such product.
create or replace function update_product(p_empresa_id uuid, p_id text, p_changes jsonb, p_versions int[], p_caller jsonb)
returns setof product
language plpgsql as $$
declare
  before product;
  after product;
  new_change bigint := next_change(p_empresa_id);
begin
  select * into before from product where empresa_id = p_empresa_id and id = p_id for no key update;
  if not found then return; end if;
  perform check_version(before.version, p_versions);

  after := jsonb_populate_record(before, p_changes);
  if after.ativo <> before.ativo then
    update product_counter set active = active + after.ativo::int - before.ativo::int where empresa_id = p_empresa_id;
  end if;
  return next change_product(before, after, new_change, p_caller, 'alterar');
end $$;
