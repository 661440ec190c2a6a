-- Notes for each row of an import which product it changes, if there is one, and whether it does.
create or replace function match_import(p_empresa_id uuid, p_import_id uuid) returns void language sql as $$
  update import_row as row set (target, outcome) = (
    select product.id, case when changed is not distinct from product then 'inalterado' else 'atualizado' end
    from product cross join lateral jsonb_populate_record(product, row.given) changed
    where product.empresa_id = p_empresa_id and product.id = row.key
  )
  where row.import_id = p_import_id;
$$;
