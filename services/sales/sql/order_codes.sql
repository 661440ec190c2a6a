-- The code of a sale that was created without one: PED-2026-0001. After 9999 it has more digits; lpad alone would cut them off.
create or replace function order_code(p_year int, p_number bigint) returns text language sql immutable as $$
  select 'PED-' || p_year::text || '-' || lpad(p_number::text, greatest(4, length(p_number::text)), '0');
$$;

-- The first number after the given one whose order code no caller took. Looks at one, then at twice as many each time: a caller
-- may have taken 100,000 codes in a row, or every second one.
create or replace function free_order_number(p_empresa_id uuid, p_year int, p_after bigint) returns bigint
language plpgsql as $$
declare
  free bigint;
  last bigint := p_after;
  count int := 1;
begin
  loop
    -- The subquery is a lookup for each number. As `not exists`, the planner might read all sales of the company.
    select min(number) into free from generate_series(last + 1, last + count) number
      where (select id from sale where empresa_id = p_empresa_id and pedido = order_code(p_year, number)) is null;
    exit when free is not null;
    last := last + count;
    count := least(2 * count, 1000);
  end loop;
  return free;
end $$;
