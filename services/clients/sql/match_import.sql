-- Notes for each row of an import which client it changes, if there is one, and whether it does.
create or replace function match_import(p_empresa_id uuid, p_import_id uuid) returns void language sql as $$
  update import_row as row set (target, outcome) = (
    select client.id::text, case when changed is not distinct from client then 'inalterado' else 'atualizado' end
    from client cross join lateral jsonb_populate_record(client, row.given) changed
    where client.empresa_id = p_empresa_id and client.codigo = row.key
  )
  where row.import_id = p_import_id and row.key is not null;
$$;
