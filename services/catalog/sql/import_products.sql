-- Merges the staged rows of an import into the company's products: all of them, or none when a row has a fault or a conflict.
-- Counts only when p_dry_run. Locks the company's sequence first, as all writers do, so that they do not deadlock. Every
-- lookup is by an index, one row at a time: a plan made for a small import serves a large one.
create or replace function import_products(p_empresa_id uuid, p_import_id uuid, p_dry_run boolean, p_caller jsonb)
returns jsonb
language plpgsql as $$
declare
  first_change bigint;
  created bigint;
  updated bigint;
  same bigint;
  faulty bigint;
  faults jsonb;
  conflicts jsonb;
  activated bigint;
  position bigint := 0;
  staged import_row;
  noted record;
  before product;
  after product;
begin
  insert into change_sequence as existing (empresa_id) values (p_empresa_id)
    on conflict (empresa_id) do update set last = existing.last returning last into first_change;
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
    select count(distinct line),
      jsonb_agg(jsonb_build_object('line', line, 'field', field, 'reason', reason) order by line) filter (where place <= 100)
    into faulty, conflicts
    from (
      select found.*, dense_rank() over (order by line) as place
      from (
        select line, 'id' as field, 'repeated' as reason
        from (
          select line, row_number() over (partition by key order by line) as time
          from import_row where import_id = p_import_id
        ) keys where time > 1
        union all
        -- Another company has it.
        select row.line, 'id', 'product_pkey'
        from import_row row cross join lateral (select id from product where id = row.key offset 0) taken
        where row.import_id = p_import_id and row.target is null
        union all
        select row.line, 'representada_id', 'product_representada_fkey'
        from import_row row left join lateral (
          select id from representada
          where empresa_id = p_empresa_id and id = (row.given ->> 'representada_id')::uuid offset 0
        ) known on true
        where row.import_id = p_import_id and row.given ->> 'representada_id' is not null and known.id is null
      ) found
    ) ranked;
  end if;

  select count(*) filter (where target is null), count(*) filter (where outcome = 'atualizado'),
    count(*) filter (where outcome = 'inalterado'),
    count(*) filter (where target is null and (record ->> 'ativo')::boolean)
  into created, updated, same, activated from import_row where import_id = p_import_id;

  if faulty = 0 and not p_dry_run then
    insert into product (
      empresa_id, id, nome, descricao, preco, ativo, representada_id, comissao, created_at, updated_at, change
    )
    select p_empresa_id, row.key, fresh.nome, fresh.descricao, fresh.preco, fresh.ativo, fresh.representada_id,
      fresh.comissao, row.moment, row.moment, first_change + row.place
    from (
      -- Numbered in the order of the file, and so are the moments.
      select key, record, row_number() over (order by line) as place, clock_timestamp() as moment
      from import_row where import_id = p_import_id and target is null order by line offset 0
    ) row
    cross join lateral jsonb_populate_record(null::product, row.record) fresh;

    for noted in
      select change, id from current_change
      where empresa_id = p_empresa_id and resource = 'product' and change > first_change order by change
    loop
      perform audit(p_empresa_id, noted.change, p_caller, 'importar', 'products', noted.id, null);
    end loop;

    for staged in
      select * from import_row where import_id = p_import_id and outcome = 'atualizado' order by line
    loop
      position := position + 1;
      select * into strict before from product where empresa_id = p_empresa_id and id = staged.key for no key update;
      after := jsonb_populate_record(before, staged.given);
      activated := activated + after.ativo::int - before.ativo::int;
      update product set
        nome = after.nome, descricao = after.descricao, preco = after.preco, ativo = after.ativo,
        representada_id = after.representada_id, comissao = after.comissao, version = before.version + 1,
        change = first_change + created + position, updated_at = greatest(now(), before.updated_at + interval '1 ms')
      where empresa_id = p_empresa_id and id = before.id;
      perform audit(p_empresa_id, first_change + created + position, p_caller, 'importar', 'products', before.id,
        changed_fields(to_jsonb(before), to_jsonb(after)));
    end loop;

    update product_counter set total = total + created, active = active + activated where empresa_id = p_empresa_id;
    update change_sequence set last = first_change + created + updated where empresa_id = p_empresa_id;
  end if;

  return jsonb_build_object('criados', created, 'atualizados', updated, 'inalterados', same, 'faulty', faulty,
    'faults', faults, 'conflicts', conflicts);
end $$;
