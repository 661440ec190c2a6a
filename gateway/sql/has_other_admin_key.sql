-- Has the company another valid key of scope admin? One that expires before the given key does not count: the company would soon
-- have none. The company's row must be locked.
create or replace function has_other_admin_key(p_key api_key) returns boolean language sql stable as $$
  select exists (
    select from api_key
    where empresa_id = p_key.empresa_id and id <> p_key.id and escopo = 'admin' and revoked_at is null
      and (expires_at is null or expires_at >= p_key.expires_at)
  );
$$;
