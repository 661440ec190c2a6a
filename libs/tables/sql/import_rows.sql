-- Merges the staged rows of an import into the company's records: all of them, or none when a row has a fault.
-- Locks the company's sequence first, as all writers do, so that they do not deadlock.
-- Counts only when p_dry_run, without a lock: the company's writes go on meanwhile. The caller lets it see a single moment.
-- Each service has the steps for its records, by the name of their table: match_client notes which record a row changes and whether it
-- does, client_conflicts finds rows that another row or record excludes. Their lookups are by an index, one row at a time: a plan made for a small import
-- serves a large one.
create or replace function import_rows(
  p_empresa_id uuid, p_import_id uuid, p_dry_run boolean, p_record jsonb, p_caller jsonb
) returns jsonb language plpgsql as $$
declare
  created bigint;
  updated bigint;
  same bigint;
  faulty bigint;
  faults jsonb;
  record_table constant text := p_record ->> 'table';
  conflicts jsonb;
begin
  if not p_dry_run then
    insert into change_sequence as existing (empresa_id) values (p_empresa_id)
      on conflict (empresa_id) do update set last = existing.last;
  end if;
  execute format('select %I($1, $2)', 'match_' || record_table) using p_empresa_id, p_import_id;
  execute format('select jsonb_agg(conflict) from %I($1, $2) conflict', record_table || '_conflicts')
    into conflicts using p_empresa_id, p_import_id;

  -- Faults and conflicts are sorted together, not joined: a plan made for a small import serves a large one.
  select count(distinct line),
    jsonb_agg(jsonb_build_object('line', line, 'field', field, 'reason', reason) order by line, priority)
      filter (where place <= 100)
  into faulty, faults
  from (
    select found.*, dense_rank() over (order by line) as place
    from (
      -- A row without a target is a creation; an update accepts values that a creation refuses.
      select line, 1 as priority, fault.key as field, fault.value as reason
      from import_row row cross join lateral jsonb_each_text(
        case when row.target is null then row.faults else row.change_faults end
      ) fault
      where row.import_id = p_import_id
      union all
      select line, case when reason = 'repeated' then 2 else 3 end, field, reason
      from jsonb_to_recordset(conflicts) as conflict (line int, field text, reason text)
    ) found
  ) ranked;

  select count(*) filter (where target is null), count(*) filter (where outcome = 'atualizado'),
    count(*) filter (where outcome = 'inalterado')
  into created, updated, same from import_row where import_id = p_import_id;

  if faulty = 0 and not p_dry_run then
    perform merge_records(p_empresa_id, p_import_id, p_record, p_caller);
  end if;

  return jsonb_build_object('criados', created, 'atualizados', updated, 'inalterados', same, 'faulty', faulty,
    'faults', faults);
end $$;

-- Removes up to 5,000 rows that a crashed process left. Returns how many. No import takes so long.
create or replace function remove_old_import_rows() returns int language plpgsql as $$
declare
  removed int;
begin
  delete from import_row where (import_id, line) in (
    select import_id, line from import_row where staged_at < now() - interval '10 minutes' order by staged_at limit 5000
  );
  get diagnostics removed = row_count;
  return removed;
end $$;
