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
