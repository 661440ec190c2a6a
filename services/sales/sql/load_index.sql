-- Adds months of an inflation index, or replaces them. The index is of no company: p_all stands for all of them in the audit.
-- Returns how many months were loaded.
create or replace function load_index(p_nome text, p_months json, p_all uuid, p_caller jsonb) returns int language plpgsql as $$
declare
  new_change bigint := next_change(p_all);
  loaded text[];
begin
  with written as (
    insert into inflation_index (nome, mes, fator)
      select p_nome, mes, fator from json_to_recordset(p_months) as (mes date, fator numeric)
      on conflict (nome, mes) do update set fator = excluded.fator
      returning mes
  )
  select array_agg(to_char(mes, 'YYYY-MM') order by mes) into loaded from written;
  perform audit(p_all, new_change, p_caller, 'carregar', 'indices', p_nome, loaded);
  return coalesce(cardinality(loaded), 0);
end $$;
