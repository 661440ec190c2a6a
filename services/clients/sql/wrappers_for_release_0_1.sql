-- Functions as release 0.1 calls them, during the upgrade from it and after a rollback to it. Remove this file, and drop the
-- functions, in the release after 0.2. Its name comes last: the functions that it calls must exist first.
create or replace function update_client(p_empresa_id uuid, p_id uuid, p_changes jsonb) returns setof client
language sql as $$ select * from update_client(p_empresa_id, p_id, p_changes, null) $$;

create or replace function delete_client(p_empresa_id uuid, p_id uuid, p_epoch int) returns boolean
language sql as $$ select delete_client(p_empresa_id, p_id, p_epoch, null) $$;
