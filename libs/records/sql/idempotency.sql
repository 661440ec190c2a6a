-- Claims the single execution that a key allows. Returns what prevents it, or null. A second request with the key is
-- refused while the first is running, not queued. The lock belongs to the transaction, so a crash frees the key, and to
-- the schema, so the same key at two services does not collide.
create or replace function try_claim_key(p_empresa_id uuid, p_key text) returns text language plpgsql as $$
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

-- try_claim_key for a function that creates one record: refused when something prevents it.
create or replace function claim_key(p_empresa_id uuid, p_key text) returns void language plpgsql as $$
declare
  prevented_by text := try_claim_key(p_empresa_id, p_key);
begin
  if prevented_by is not null then perform refuse(prevented_by); end if;
end $$;

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

-- Keeps an answer that created nothing; of each company the newest thousand, since refusals cost their caller nothing.
-- Refused while a request with the key may be creating a record, and after it did.
create or replace function keep_refusal(
  p_empresa_id uuid, p_key text, p_fingerprint bytea, p_status int, p_record jsonb
) returns void language plpgsql as $$
begin
  perform claim_key(p_empresa_id, p_key);
  perform keep_answer(p_empresa_id, p_key, p_fingerprint, p_status, p_record);
  delete from kept_answer where ctid = any (array(
    select ctid from kept_answer where empresa_id = p_empresa_id and status >= 400
    order by created_at desc offset 1000 limit 100
  )) and empresa_id = p_empresa_id and status >= 400;
end $$;
