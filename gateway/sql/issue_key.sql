-- Adds a key to a company, and returns it.
-- Locks the company's row first, as all functions that change keys do, so that they count one after the other.
create or replace function issue_key(
  p_empresa_id uuid, p_prefix text, p_hash bytea, p_rotulo text, p_escopo text, p_expires_at timestamptz, p_most int,
  p_caller jsonb
) returns api_key language plpgsql as $$
declare
  made api_key;
begin
  perform from empresa where id = p_empresa_id for update;
  if not found then perform refuse('empresa_unknown'); end if;
  if not has_room_for_key(p_empresa_id, p_most) then perform refuse('key_too_many'); end if;
  insert into api_key (empresa_id, prefix, hash, rotulo, escopo, expires_at)
    values (p_empresa_id, p_prefix, p_hash, p_rotulo, p_escopo, p_expires_at)
    returning * into made;
  perform audit_act(p_empresa_id, p_caller, 'criar', 'keys', made.id);
  return made;
end $$;
