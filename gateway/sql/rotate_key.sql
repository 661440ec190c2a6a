-- Issues a key that replaces a valid one, which works on for p_overlap seconds. No row: there is no such key. A row without
-- an id: the company would have too many valid keys.
create or replace function rotate_key(
  p_empresa_id uuid, p_id uuid, p_prefix text, p_hash bytea, p_overlap int,
  -- False: the new key expires when the old one would have.
  p_sets_expiry boolean, p_expires_at timestamptz, p_most int, p_caller jsonb
) returns table (id uuid, old_hash text) language plpgsql as $$
declare
  replaced api_key;
  new_key uuid;
begin
  perform from empresa where empresa.id = p_empresa_id for update;
  select * into replaced from api_key
    where empresa_id = p_empresa_id and api_key.id = p_id and revoked_at is null
      and (expires_at is null or expires_at > now());
  if not found then return; end if;
  if not has_room_for_key(p_empresa_id, p_most) and p_overlap > 0 then
    return query select null::uuid, null::text;
    return;
  end if;
  update api_key set
    expires_at = least(expires_at, now() + make_interval(secs => p_overlap)),
    revoked_at = case when p_overlap = 0 then now() end
    where api_key.id = p_id;
  insert into api_key (empresa_id, prefix, hash, rotulo, escopo, expires_at)
    values (
      p_empresa_id, p_prefix, p_hash, replaced.rotulo, replaced.escopo,
      case when p_sets_expiry then p_expires_at else replaced.expires_at end
    )
    returning api_key.id into new_key;
  perform audit_act(p_empresa_id, p_caller, 'trocar', 'keys', p_id);
  perform audit_act(p_empresa_id, p_caller, 'criar', 'keys', new_key);
  return query select new_key, encode(replaced.hash, 'hex');
end $$;
