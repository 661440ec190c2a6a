-- The code of a client that was created without one: CLI0001. After CLI9999 it has more digits; lpad alone would cut them off.
create or replace function client_code(p_number bigint) returns text language sql immutable as $$
  select 'CLI' || lpad(p_number::text, greatest(4, length(p_number::text)), '0');
$$;
