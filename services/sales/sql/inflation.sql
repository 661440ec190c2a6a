-- Adds months of an inflation index, or replaces them. Returns those that were loaded.
create or replace function load_index(p_nome text, p_months json) returns text[] language sql as $$
  with written as (
    insert into inflation_index (nome, mes, fator)
      select p_nome, mes, fator from json_to_recordset(p_months) as (mes date, fator numeric)
      on conflict (nome, mes) do update set fator = excluded.fator
      returning mes
  )
  select array_agg(to_char(mes, 'YYYY-MM') order by mes) from written;
$$;

-- The factor by which an amount due on a day is corrected today: the product of the index from the due month to the last
-- full month. Null without an index, or with a month missing: none is invented.
create or replace function correction_factor(p_due date, p_today date) returns numeric language sql stable as $$
  select round(product(fator), 8) from inflation_index
  where nome = 'inpc' and mes >= month_of(p_due) and mes < month_of(p_today)
  having count(*) > 0 and count(*) = (extract(year from p_today) - extract(year from p_due)) * 12
    + extract(month from p_today) - extract(month from p_due);
$$;
