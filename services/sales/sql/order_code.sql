-- The code of a sale that was created without one: PED-2026-0001. After 9999 it has more digits; lpad alone would cut them off.
create or replace function order_code(p_year int, p_number bigint) returns text language sql immutable as $$
  select 'PED-' || p_year::text || '-' || lpad(p_number::text, greatest(4, length(p_number::text)), '0');
$$;
