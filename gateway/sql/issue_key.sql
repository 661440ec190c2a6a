-- Adds a key to a company. No row: there is no such company. A row without an id: it has as many valid keys as it may have.
-- Locks the company's row first, as all functions that change keys do, so that they count one after the other.
create or replace function issue_key(
  p_empresa_id uuid, p_prefix text, p_hash bytea, p_rotulo text, p_escopo text, p_expires_at timestamptz, p_most int,
  p_caller jsonb
) returns table (id uuid) language plpgsql as $$
declare
  new_key uuid;
begin
  perform from empresa where empresa.id = p_empresa_id for update;
  if not found then return; end if;
  if not has_room_for_key(p_empresa_id, p_most) then
    return query select null::uuid;
    return;
  end if;
  insert into api_key (empresa_id, prefix, hash, rotulo, escopo, expires_at)
    values (p_empresa_id, p_prefix, p_hash, p_rotulo, p_escopo, p_expires_at)
    returning api_key.id into new_key;
  perform audit_act(p_empresa_id, p_caller, 'criar', 'keys', new_key);
  return query select new_key;
end $$;
