-- The names of the fields that differ.
create or replace function changed_fields(p_before jsonb, p_after jsonb) returns text[] language sql as $$
  select coalesce(array_agg(key order by key), '{}')
  from jsonb_each(p_after) where value is distinct from p_before -> key;
$$;
