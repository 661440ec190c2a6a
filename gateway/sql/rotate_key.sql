-- Issues a key that replaces a valid one, which works on for p_overlap seconds. Returns the new key, then the replaced one.
-- No row: there is no such key. A row of nulls: the company would have too many valid keys. Refused (last_admin_key) when the
-- company's last key of scope admin would expire earlier than it does.
drop function if exists rotate_key(uuid, uuid, text, bytea, int, boolean, timestamptz, int, jsonb); -- Its rows may have other columns.
create or replace function rotate_key(
  p_empresa_id uuid, p_id uuid, p_prefix text, p_hash bytea, p_overlap int,
  -- False: the new key expires when the old one would have without its rotation. A lost reply has callers rotate a key twice.
  p_sets_expiry boolean, p_expires_at timestamptz, p_most int, p_caller jsonb
) returns setof api_key language plpgsql as $$
declare
  replaced api_key;
  made api_key;
  unrotated timestamptz;
  expiry timestamptz;
begin
  perform from empresa where id = p_empresa_id for update;
  select * into replaced from api_key
    where empresa_id = p_empresa_id and id = p_id and revoked_at is null
      and (expires_at is null or expires_at > now());
  if not found then return; end if;
  unrotated := case when replaced.is_rotated then replaced.unrotated_expires_at else replaced.expires_at end;
  expiry := case when p_sets_expiry then p_expires_at else unrotated end;
  if replaced.escopo = 'admin' and coalesce(expiry, 'infinity') < coalesce(replaced.expires_at, 'infinity')
    and not has_other_admin_key(replaced)
  then
    raise exception 'the last key of scope admin' using constraint = 'last_admin_key';
  end if;
  if not has_room_for_key(p_empresa_id, p_most) and p_overlap > 0 then
    return next null;
    return;
  end if;
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
  return next made;
  return next replaced;
end $$;
