-- p_value × p_part ÷ p_whole, half up to cents. In whole numbers: dividing numerics would round twice.
create or replace function proportion(p_value numeric, p_part numeric, p_whole numeric) returns numeric
language sql immutable as $$
  select case when p_whole = 0 then 0 else div(200 * p_value * p_part + p_whole, 2 * p_whole) * 0.01 end;
$$;
