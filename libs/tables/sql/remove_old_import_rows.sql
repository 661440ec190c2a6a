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
