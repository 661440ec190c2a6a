-- Is the key neither revoked nor expired? One expression, which the planner inlines.
create or replace function is_valid_key(p_key api_key) returns boolean language sql stable as $$
  select p_key.revoked_at is null and (p_key.expira_em is null or p_key.expira_em > now());
$$;
