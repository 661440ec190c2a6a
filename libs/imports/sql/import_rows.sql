-- Merges the staged rows of an import into the company's records: all of them, or none when a row has a fault or a conflict.
-- Locks the company's sequence first, as all writers do, so that they do not deadlock.
-- Counts only when p_dry_run, without a lock: the company's writes go on meanwhile. The caller lets it see a single moment.
-- Each service has the steps for its records: match_import notes which record a row changes and whether it does, import_conflicts
-- finds rows that another row or record excludes, merge_import writes. Their lookups are by an index, one row at a time: a plan
-- made for a small import serves a large one.
create or replace function import_rows(p_empresa_id uuid, p_import_id uuid, p_dry_run boolean, p_caller jsonb)
returns jsonb
language plpgsql as $$
declare
  created bigint;
  updated bigint;
  same bigint;
  faulty bigint;
  faults jsonb;
  conflicts jsonb;
begin
  if not p_dry_run then
    insert into change_sequence as existing (empresa_id) values (p_empresa_id)
      on conflict (empresa_id) do update set last = existing.last;
  end if;
  perform match_import(p_empresa_id, p_import_id);

  -- A row without a target is a creation; an update accepts values that a creation refuses.
  select count(*), jsonb_agg(jsonb_build_object('linha', line, 'campos', campos) order by line) filter (where place <= 100)
  into faulty, faults
  from (
    select line, campos, row_number() over (order by line) as place
    from import_row row cross join lateral (
      select case when row.target is null then row.faults else row.change_faults end as campos
    ) found
    where row.import_id = p_import_id and campos is not null
  ) faulty_rows;

  if faulty = 0 then
    select count(distinct line),
      jsonb_agg(jsonb_build_object('line', line, 'field', field, 'reason', reason) order by line)
        filter (where place <= 100)
    into faulty, conflicts
    from (
      select conflict.*, dense_rank() over (order by line) as place
      from import_conflicts(p_empresa_id, p_import_id) conflict
    ) ranked;
  end if;

  select count(*) filter (where target is null), count(*) filter (where outcome = 'atualizado'),
    count(*) filter (where outcome = 'inalterado')
  into created, updated, same from import_row where import_id = p_import_id;

  if faulty = 0 and not p_dry_run then
    perform merge_import(p_empresa_id, p_import_id, p_caller);
  end if;

  return jsonb_build_object('criados', created, 'atualizados', updated, 'inalterados', same, 'faulty', faulty,
    'faults', faults, 'conflicts', conflicts);
end $$;
