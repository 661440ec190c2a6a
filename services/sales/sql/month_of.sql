-- The first day of a date's month.
create or replace function month_of(p_date date) returns date language sql immutable as $$
  select date_trunc('month', p_date::timestamp)::date;
$$;
