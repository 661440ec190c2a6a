-- try_key for a function that creates one record: refused when something prevents it.
create or replace function claim_key(p_empresa_id uuid, p_key text) returns void language plpgsql as $$
declare
  prevented_by text := try_key(p_empresa_id, p_key);
begin
  if prevented_by is not null then perform refuse(prevented_by); end if;
end $$;
