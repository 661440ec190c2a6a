-- Merges the staged rows of an import into the company's products: all of them, or none when a row has a fault or a conflict.
-- Counts only when p_dry_run. Locks the company's sequence first, as all writers do, so that they do not deadlock. Every
-- lookup is by an index, one row at a time: a plan made for a small import serves a large one.
create or replace function import_products(p_empresa_id uuid, p_import_id uuid, p_dry_run boolean, p_caller jsonb)
returns jsonb
language plpgsql as $$
declare
  created bigint;
  updated bigint;
  same bigint;
  faulty bigint;
  faults jsonb;
  conflicts jsonb;
begin
  insert into change_sequence as existing (empresa_id) values (p_empresa_id)
    on conflict (empresa_id) do update set last = existing.last;
  insert into product_counter as existing (empresa_id) values (p_empresa_id)
    on conflict (empresa_id) do update set total = existing.total;

  update import_row as row set (target, outcome) = (
    select product.id,
      case when
        (changed.nome, changed.descricao, changed.preco, changed.ativo, changed.representada_id, changed.comissao)
        is not distinct from
        (product.nome, product.descricao, product.preco, product.ativo, product.representada_id, product.comissao)
        then 'inalterado' else 'atualizado' end
    from product cross join lateral jsonb_populate_record(product, row.given) changed
    where product.empresa_id = p_empresa_id and product.id = row.key
  )
  where row.import_id = p_import_id;

  select * into faulty, faults from find_row_faults(p_import_id);
  if faulty = 0 then
    select * into faulty, conflicts from find_product_conflicts(p_empresa_id, p_import_id);
  end if;

  select count(*) filter (where target is null), count(*) filter (where outcome = 'atualizado'),
    count(*) filter (where outcome = 'inalterado')
  into created, updated, same from import_row where import_id = p_import_id;

  if faulty = 0 and not p_dry_run then
    perform merge_products(p_empresa_id, p_import_id, p_caller);
  end if;

  return jsonb_build_object('criados', created, 'atualizados', updated, 'inalterados', same, 'faulty', faulty,
    'faults', faults, 'conflicts', conflicts);
end $$;
