-- Functions as release 0.1 calls them, during the upgrade from it and after a rollback to it. Remove this file, and drop the
-- functions, in the release after 0.2. Its name comes last: the functions that it calls must exist first.
create or replace function update_product(p_empresa_id uuid, p_id text, p_changes jsonb) returns setof product
language sql as $$ select * from update_product(p_empresa_id, p_id, p_changes, null) $$;

create or replace function update_representada(p_empresa_id uuid, p_id uuid, p_changes jsonb) returns setof representada
language sql as $$ select * from update_representada(p_empresa_id, p_id, p_changes, null) $$;

create or replace function delete_representada(
  p_empresa_id uuid, p_id uuid, p_epoch int, out removed boolean, out products bigint
) language sql as $$ select * from delete_representada(p_empresa_id, p_id, p_epoch, null) $$;
