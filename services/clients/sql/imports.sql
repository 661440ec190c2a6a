-- Notes for each row of an import which client it changes, if there is one, and whether it does.
create or replace function match_client(p_empresa_id uuid, p_import_id uuid) returns void language sql as $$
  update import_row as row set (target, outcome) = (
    select client.id::text, case when changed is not distinct from client then 'inalterado' else 'atualizado' end
    from client cross join lateral jsonb_populate_record(client, row.given) changed
    where client.empresa_id = p_empresa_id and client.codigo = row.key
  )
  where row.import_id = p_import_id and row.key is not null;
$$;

-- The conflicts of an import's rows with other rows and with existing clients.
create or replace function client_conflicts(p_empresa_id uuid, p_import_id uuid)
returns table (line int, field text, reason text) language sql stable as $$
  select line, 'codigo', 'repeated'
  from (
    select line, row_number() over (partition by key order by line) as occurrence
    from import_row where import_id = p_import_id and key is not null
  ) keys where occurrence > 1
  union all
  select line, 'email', 'repeated'
  from (
    select line, row_number() over (partition by lower(given ->> 'email') order by line) as occurrence
    from import_row where import_id = p_import_id and given ->> 'email' is not null
  ) emails where occurrence > 1
  union all
  select line, 'id_externo', 'repeated'
  from (
    select line, row_number() over (partition by given ->> 'id_externo' order by line) as occurrence
    from import_row where import_id = p_import_id and given ->> 'id_externo' is not null
  ) external where occurrence > 1
  union all
  select row.line, 'id_externo', 'client_id_externo_key'
  from import_row row cross join lateral (
    select id from client where empresa_id = p_empresa_id and id_externo = row.given ->> 'id_externo' offset 0
  ) holder
  where row.import_id = p_import_id and holder.id::text is distinct from row.target
    and not (row.key is null and coalesce(row.faults ? 'codigo', false))
  union all
  select row.line, 'email', 'client_email_key'
  from import_row row cross join lateral (
    select empresa_id, id from client
    where register_id = (select register_of(p_empresa_id)) and lower(email) = lower(row.given ->> 'email') offset 0
  ) holder
  where row.import_id = p_import_id and (holder.empresa_id <> p_empresa_id or holder.id::text is distinct from row.target)
    -- With an invalid code it is unknown which client the row changes: it may be the holder.
    and not (row.key is null and coalesce(row.faults ? 'codigo', false));
$$;
