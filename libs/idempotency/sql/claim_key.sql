-- try_key for a function that creates one record: raises what prevents it, in the form of a constraint violation.
create or replace function claim_key(p_empresa_id uuid, p_key text) returns void language plpgsql as $$
declare
  prevented_by text := try_key(p_empresa_id, p_key);
begin
  if prevented_by is not null then raise exception '%', prevented_by using constraint = prevented_by; end if;
end $$;
