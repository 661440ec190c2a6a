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
