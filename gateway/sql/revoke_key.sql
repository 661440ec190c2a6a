-- Revokes a valid key, unless it is the last one of its company with the scope admin. Returns what happened.
create or replace function revoke_key(
  p_empresa_id uuid, p_id uuid, p_caller jsonb, out outcome text, out hash text
) language plpgsql as $$
declare
  taken api_key;
begin
  perform from empresa where id = p_empresa_id for update;
  select * into taken from api_key
    where empresa_id = p_empresa_id and id = p_id and revoked_at is null and (expires_at is null or expires_at > now());
  hash := encode(taken.hash, 'hex');
  if not found then
    outcome := 'unknown';
  elsif taken.escopo = 'admin' and not has_other_admin_key(taken) then
    outcome := 'last admin';
  else
    update api_key set revoked_at = now() where id = p_id;
    perform audit_act(p_empresa_id, p_caller, 'revogar', 'keys', p_id);
    outcome := 'revoked';
  end if;
end $$;
