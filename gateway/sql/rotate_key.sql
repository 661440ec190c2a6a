-- Issues a key that replaces a valid one, which works on for p_overlap seconds. Returns the new key and the old one's hash.
-- Refused (key_last_admin) when the company's last key of scope admin would expire earlier than it does.
create or replace function rotate_key(
  p_empresa_id uuid, p_id uuid, p_prefix text, p_hash bytea, p_overlap int,
  -- False: the new key expires when the old one would have without its rotation. A lost reply has callers rotate a key twice.
  p_sets_expiry boolean, p_expires_at timestamptz, p_most int, p_caller jsonb,
  out made api_key, out old_hash text
) language plpgsql as $$
declare
  replaced api_key;
  unrotated timestamptz;
  expiry timestamptz;
begin
  perform from empresa where id = p_empresa_id for update;
  select * into replaced from api_key where empresa_id = p_empresa_id and id = p_id and is_valid_key(api_key);
  if not found then perform refuse('key_unknown'); end if;
  unrotated := case when replaced.is_rotated then replaced.unrotated_expires_at else replaced.expires_at end;
  expiry := case when p_sets_expiry then p_expires_at else unrotated end;
  if replaced.escopo = 'admin' and coalesce(expiry, 'infinity') < coalesce(replaced.expires_at, 'infinity')
    and not has_other_admin_key(replaced)
  then
    perform refuse('key_last_admin');
  end if;
  if not has_room_for_key(p_empresa_id, p_most) and p_overlap > 0 then perform refuse('key_too_many'); end if;
  update api_key set
    expires_at = least(expires_at, now() + make_interval(secs => p_overlap)),
    revoked_at = case when p_overlap = 0 then now() end,
    is_rotated = true, unrotated_expires_at = unrotated
    where id = p_id;
  insert into api_key (empresa_id, prefix, hash, rotulo, escopo, expires_at)
    values (p_empresa_id, p_prefix, p_hash, replaced.rotulo, replaced.escopo, expiry)
    returning * into made;
  perform audit_act(p_empresa_id, p_caller, 'trocar', 'keys', p_id);
  perform audit_act(p_empresa_id, p_caller, 'criar', 'keys', made.id);
  old_hash := encode(replaced.hash, 'hex');
end $$;
