-- The conflicts of an import's rows with other rows and with existing clients: how many rows have some, and those of the first 100
-- rows.
create or replace function find_client_conflicts(
  p_empresa_id uuid, p_import_id uuid, out faulty bigint, out conflicts jsonb
) language sql stable as $$
  select count(distinct line),
    jsonb_agg(jsonb_build_object('line', line, 'field', field, 'reason', reason) order by line) filter (where place <= 100)
  from (
    select found.*, dense_rank() over (order by line) as place
    from (
      select line, 'codigo' as field, 'repeated' as reason
      from (
        select line, row_number() over (partition by key order by line) as time
        from import_row where import_id = p_import_id and key is not null
      ) keys where time > 1
      union all
      select line, 'email', 'repeated'
      from (
        select line, row_number() over (partition by lower(given ->> 'email') order by line) as time
        from import_row where import_id = p_import_id and given ->> 'email' is not null
      ) emails where time > 1
      union all
      select row.line, 'email', 'client_email_key'
      from import_row row cross join lateral (
        select empresa_id, id from client where lower(email) = lower(row.given ->> 'email') offset 0
      ) holder
      where row.import_id = p_import_id and (holder.empresa_id <> p_empresa_id or holder.id::text is distinct from row.target)
    ) found
  ) ranked;
$$;
