-- Notes for each row of an import which product it changes, if there is one, and whether it does.
create or replace function match_product(p_empresa_id uuid, p_import_id uuid) returns void language sql as $$
  update import_row as row set (target, outcome) = (
    select product.id, case when changed is not distinct from product then 'inalterado' else 'atualizado' end
    from product cross join lateral jsonb_populate_record(product, row.given) changed
    where product.empresa_id = p_empresa_id and product.id = row.key
  )
  where row.import_id = p_import_id;
$$;

-- The conflicts of an import's rows with other rows and with existing products.
create or replace function product_conflicts(p_empresa_id uuid, p_import_id uuid)
returns table (line int, field text, reason text) language sql stable as $$
  select line, 'id', 'repeated'
  from (
    select line, row_number() over (partition by key order by line) as occurrence
    from import_row where import_id = p_import_id and key is not null
  ) keys where occurrence > 1
  union all
  select line, 'id_externo', 'repeated'
  from (
    select line, row_number() over (partition by given ->> 'id_externo' order by line) as occurrence
    from import_row where import_id = p_import_id and given ->> 'id_externo' is not null
  ) external where occurrence > 1
  union all
  select row.line, 'id_externo', 'product_id_externo_key'
  from import_row row cross join lateral (
    select id from product where empresa_id = p_empresa_id and id_externo = row.given ->> 'id_externo' offset 0
  ) holder
  where row.import_id = p_import_id and holder.id is distinct from row.target
  union all
  -- Another company has it.
  select row.line, 'id', 'product_id_key'
  from import_row row cross join lateral (
    select id from product where register_id = (select register_of(p_empresa_id)) and id = row.key offset 0
  ) taken
  where row.import_id = p_import_id and row.target is null
  union all
  select row.line, 'representada_id', 'product_representada_fkey'
  from import_row row left join lateral (
    select id from representada
    where empresa_id = p_empresa_id and id = (row.given ->> 'representada_id')::uuid offset 0
  ) known on true
  where row.import_id = p_import_id and row.given ->> 'representada_id' is not null and known.id is null;
$$;

-- Notes for each row of an import which representada it changes, if there is one, and whether it does.
create or replace function match_representada(p_empresa_id uuid, p_import_id uuid) returns void language sql as $$
  update import_row as row set (target, outcome) = (
    select representada.id::text, case when changed is not distinct from representada then 'inalterado' else 'atualizado' end
    from representada cross join lateral jsonb_populate_record(representada, row.given) changed
    where representada.empresa_id = p_empresa_id and representada.codigo = row.key
  )
  where row.import_id = p_import_id and row.key is not null;
$$;

-- The conflicts of an import's rows with other rows and with existing representadas.
create or replace function representada_conflicts(p_empresa_id uuid, p_import_id uuid)
returns table (line int, field text, reason text) language sql stable as $$
  select line, name, 'repeated'
  from (
    select line, name, row_number() over (partition by name, value order by line) as occurrence
    from import_row cross join lateral (
      values ('codigo', key), ('cnpj', nullif(given ->> 'cnpj', '')), ('id_externo', given ->> 'id_externo')
    ) given_value (name, value)
    where import_id = p_import_id and value is not null
  ) named where occurrence > 1
  union all
  select row.line, 'cnpj', 'representada_cnpj_key'
  from import_row row cross join lateral (
    select id from representada
    where empresa_id = p_empresa_id and cnpj = row.given ->> 'cnpj' and cnpj <> '' offset 0
  ) holder
  where row.import_id = p_import_id and holder.id::text is distinct from row.target
    -- With an invalid code it is unknown which representada the row changes: it may be the holder.
    and not (row.key is null and coalesce(row.faults ? 'codigo', false))
  union all
  select row.line, 'id_externo', 'representada_id_externo_key'
  from import_row row cross join lateral (
    select id from representada where empresa_id = p_empresa_id and id_externo = row.given ->> 'id_externo' offset 0
  ) holder
  where row.import_id = p_import_id and holder.id::text is distinct from row.target
    and not (row.key is null and coalesce(row.faults ? 'codigo', false));
$$;
