-- An entry of the audit for each record that an import has created: those numbered after p_number, in their order.
create or replace function audit_imported(
  p_empresa_id uuid, p_table text, p_resource text, p_number bigint, p_caller jsonb
) returns void language plpgsql as $$
declare
  noted record;
begin
  for noted in
    select change, id from current_change
    where empresa_id = p_empresa_id and resource = p_table and change > p_number order by change
  loop
    perform audit(p_empresa_id, noted.change, p_caller, 'importar', p_resource, noted.id, null);
  end loop;
end $$;

-- Writes the rows of an import that has neither faults nor conflicts: new records in the order of the file, then the changes of
-- others. Called under the lock of the company's sequence. p_record is what the record's definition says (merge-text.ts). Without hash
-- and merge joins each row's record is found by its key: the plan is made while the staged rows have no statistics.
create or replace function merge_records(p_empresa_id uuid, p_import_id uuid, p_record jsonb, p_caller jsonb) returns void
language plpgsql set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  last_change bigint;
  created bigint;
  activated bigint;
  written record;
begin
  select last into last_change from change_sequence where empresa_id = p_empresa_id;
  if p_record ? 'prepare' then
    execute format('select %I($1, $2)', p_record ->> 'prepare') using p_empresa_id, p_import_id;
  end if;
  execute p_record ->> 'create' using p_empresa_id, p_import_id, last_change;
  get diagnostics created = row_count;
  select count(*) into activated from import_row
    where import_id = p_import_id and target is null and (record ->> 'ativo')::boolean;
  perform audit_imported(p_empresa_id, p_record ->> 'table', p_record ->> 'resource', last_change, p_caller);
  last_change := last_change + created;

  for written in execute p_record ->> 'update' using p_empresa_id, p_import_id, last_change
  loop
    last_change := written.change;
    activated := activated + written.activated;
    perform audit(p_empresa_id, written.change, p_caller, 'importar', p_record ->> 'resource', written.id, written.fields);
  end loop;

  insert into record_counter as existing (empresa_id, resource, total, active)
    values (p_empresa_id, p_record ->> 'table', created, activated)
    on conflict (empresa_id, resource) do update
      set total = existing.total + excluded.total, active = existing.active + excluded.active;
  update change_sequence set last = last_change where empresa_id = p_empresa_id;
end $$;
