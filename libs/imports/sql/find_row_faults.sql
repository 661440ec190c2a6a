-- The faults of an import's rows: how many rows have some, and the first 100 of them. Call after match_import: a row without a
-- target is a creation, and an update accepts values that a creation refuses.
create or replace function find_row_faults(p_import_id uuid, out faulty bigint, out faults jsonb) language sql stable as $$
  select count(*), jsonb_agg(jsonb_build_object('linha', line, 'campos', campos) order by line) filter (where place <= 100)
  from (
    select line, campos, row_number() over (order by line) as place
    from import_row row cross join lateral (
      select case when row.target is null then row.faults else row.change_faults end as campos
    ) found
    where row.import_id = p_import_id and campos is not null
  ) faulty_rows;
$$;
