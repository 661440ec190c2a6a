-- Claims the single execution that a key allows. Returns what prevents it, or null. A second request with the key is
-- refused while the first is running, not queued. The lock belongs to the transaction, so a crash frees the key, and to
-- the schema, so the same key at two services does not collide.
create or replace function try_key(p_empresa_id uuid, p_key text) returns text language plpgsql as $$
begin
  if p_key is null then return null; end if;
  if not pg_try_advisory_xact_lock(hashtextextended(current_schema || ' ' || p_empresa_id || ' ' || p_key, 0)) then
    return 'kept_answer_running';
  end if;
  if exists (
    select from kept_answer
    where empresa_id = p_empresa_id and key = p_key and created_at > now() - interval '24 hours'
  ) then
    return 'kept_answer_exists';
  end if;
  return null;
end $$;
