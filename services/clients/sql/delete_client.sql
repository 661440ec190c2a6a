-- The last step of a delete: only the attempt that still holds the record may delete it. The counter row is locked
-- first, as in create_client, so that the two do not deadlock.
create or replace function delete_client(p_empresa_id uuid, p_id uuid, p_epoch int, p_versions int[] default null)
returns boolean
language plpgsql as $$
declare
  number bigint := next_change(p_empresa_id);
  gone client;
begin
  perform from client_counter where empresa_id = p_empresa_id for update;
  delete from client
    where empresa_id = p_empresa_id and id = p_id and delete_epoch = p_epoch and delete_pending
    returning * into gone;
  if not found then return false; end if;
  perform check_version(gone.version, p_versions);
  perform bury(p_empresa_id, 'client', p_id::text, number);
  update client_counter set total = total - 1 where empresa_id = p_empresa_id;
  return true;
end $$;
