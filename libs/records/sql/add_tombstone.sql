-- Notes that a record was deleted. Part of the transaction that deletes it.
create or replace function add_tombstone(p_empresa_id uuid, p_resource text, p_id text, p_change bigint) returns void
language sql as $$
  insert into tombstone (empresa_id, resource, change, id) values (p_empresa_id, p_resource, p_change, p_id);
$$;
