-- The last step of a delete: only the attempt that still holds the record may delete it.
create or replace function delete_client(p_empresa_id uuid, p_id uuid, p_epoch int, p_versions int[], p_caller jsonb)
returns boolean
language plpgsql as $$
declare
  new_change bigint := next_change(p_empresa_id);
  gone client;
begin
  delete from client
    where empresa_id = p_empresa_id and id = p_id and delete_epoch = p_epoch and delete_pending
    returning * into gone;
  if not found then return false; end if;
  perform check_version(gone.version, p_versions);
  perform audit(p_empresa_id, new_change, p_caller, 'excluir', 'clients', p_id::text, null);
  perform add_tombstone(p_empresa_id, 'client', p_id::text, new_change);
  update client_counter set total = total - 1 where empresa_id = p_empresa_id;
  return true;
end $$;
