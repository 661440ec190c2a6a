-- The conflicts of an import's rows with other rows and with existing products.
create or replace function import_conflicts(p_empresa_id uuid, p_import_id uuid)
returns table (line int, field text, reason text) language sql stable as $$
  select line, 'id', 'repeated'
  from (
    select line, row_number() over (partition by key order by line) as occurrence
    from import_row where import_id = p_import_id and key is not null
  ) keys where occurrence > 1
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
  where row.import_id = p_import_id and row.given ->> 'representada_id' is not null and known.id is null;
$$;
