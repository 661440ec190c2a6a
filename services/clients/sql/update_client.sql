-- Changes the fields that p_changes has, and no others. No row when there is no such client. One function for all sets of fields:
-- each connection would prepare and keep a statement for every set otherwise.
create or replace function update_client(p_empresa_id uuid, p_id uuid, p_changes jsonb, p_versions int[], p_caller jsonb)
returns setof client
language plpgsql as $$
declare
  before client;
  new_change bigint := next_change(p_empresa_id);
begin
  select * into before from client where empresa_id = p_empresa_id and id = p_id for no key update;
  if not found then return; end if;
  perform check_version(before.version, p_versions);
  return next change_client(before, jsonb_populate_record(before, p_changes), new_change, p_caller, 'alterar');
end $$;
