-- Is the key neither revoked nor expired? One expression, which the planner inlines.
create or replace function is_valid_key(p_key api_key) returns boolean language sql stable as $$
  select p_key.revoked_at is null and (p_key.expira_em is null or p_key.expira_em > now());
$$;

-- The hashes of a company's valid keys. Volatile, so that it sees those that were issued while its statement waited for a lock.
create or replace function valid_key_hashes(p_empresa_id uuid) returns json language sql volatile as $$
  select coalesce(json_agg(encode(hash, 'hex')), '[]') from api_key where empresa_id = p_empresa_id and is_valid_key(api_key);
$$;

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

-- Refuses one key more when a company has p_max valid ones. Also removes its oldest keys that are no longer valid beyond a
-- thousand, so that issuing and revoking over and over does not fill the table. The company's writes must be locked.
create or replace function make_room_for_key(p_empresa_id uuid, p_max int) returns void language plpgsql as $$
begin
  delete from api_key where id = any (array(
    select id from (
      -- Without this fence the planner may read the keys of all companies in the order of their ids.
      select id from api_key where empresa_id = p_empresa_id and not is_valid_key(api_key) offset 0
    ) invalid
    order by id desc offset 1000
  ));
  if (select count(*) from api_key where empresa_id = p_empresa_id and is_valid_key(api_key)) >= p_max then
    perform refuse('key_too_many');
  end if;
end $$;
