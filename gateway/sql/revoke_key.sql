-- Revokes a valid key, unless it is the last one of its company with the scope admin. Returns its hash.
create or replace function revoke_key(p_empresa_id uuid, p_id uuid, p_caller jsonb) returns text language plpgsql as $$
declare
  taken api_key;
begin
  perform from empresa where id = p_empresa_id for update;
  select * into taken from api_key where empresa_id = p_empresa_id and id = p_id and is_valid_key(api_key);
  if not found then perform refuse('key_unknown'); end if;
  if taken.escopo = 'admin' and not has_other_admin_key(taken) then perform refuse('key_last_admin'); end if;
  update api_key set revoked_at = now() where id = p_id;
  perform audit_act(p_empresa_id, p_caller, 'revogar', 'keys', p_id);
  return encode(taken.hash, 'hex');
end $$;
