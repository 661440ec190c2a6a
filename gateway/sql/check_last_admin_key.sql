-- Refuses the end of a company's last key of scope admin: neither its successor (p_until) nor another key lasts as long. Volatile,
-- so that it sees keys that were issued while its statement waited for the company's lock.
create or replace function check_last_admin_key(p_key api_key, p_until timestamptz) returns void language plpgsql as $$
begin
  if p_key.escopo <> 'admin' or coalesce(p_until, 'infinity') >= coalesce(p_key.expira_em, 'infinity') then return; end if;
  if not exists (
    select from api_key
    where empresa_id = p_key.empresa_id and id <> p_key.id and escopo = 'admin' and revoked_at is null
      and (expira_em is null or expira_em >= p_key.expira_em)
  ) then
    perform refuse('key_last_admin');
  end if;
end $$;
