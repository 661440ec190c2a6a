-- The code of a sale that was created without one: PED-2026-0001. After 9999 it has more digits; lpad alone would cut them off.
create or replace function order_code(p_ano int, p_number bigint) returns text language sql stable as $$
  select format('PED-%s-%s', p_ano, lpad(p_number::text, greatest(4, length(p_number::text)), '0'));
$$;
