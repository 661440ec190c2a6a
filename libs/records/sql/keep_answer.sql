-- Keeps an answer in the transaction that gave it, if the request had a key.
create or replace function keep_answer(
  p_empresa_id uuid, p_key text, p_fingerprint bytea, p_status int, p_record jsonb
) returns void language plpgsql as $$
begin
  if p_key is null then return; end if;
  insert into kept_answer (empresa_id, key, fingerprint, status, record)
    values (p_empresa_id, p_key, p_fingerprint, p_status, p_record)
  -- The key was claimed, so an existing row is older than 24 hours.
  on conflict (empresa_id, key) do update set
    fingerprint = excluded.fingerprint, status = excluded.status, record = excluded.record,
    created_at = excluded.created_at;
end $$;
