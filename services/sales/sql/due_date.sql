-- The day of the month after the settlement on which a commission is due (Lei 4.886/65, art. 32 § 1). In a shorter month,
-- its last day.
create or replace function due_date(p_settled date, p_day int) returns date language sql immutable as $$
  select least(
    (month_of(p_settled) + interval '1 month')::date + p_day - 1,
    (month_of(p_settled) + interval '2 months')::date - 1
  );
$$;
