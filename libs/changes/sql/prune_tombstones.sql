-- Removes up to 500 tombstones older than 90 days and notes how far each company's were removed. Returns how many. Their
-- places (ctid) are stable, because tombstones are never updated.
create or replace function prune_tombstones() returns int language plpgsql as $$
declare
  removed int;
begin
  with gone as (
    delete from tombstone where ctid = any (array(
      select ctid from tombstone where deleted_at < now() - interval '90 days' limit 500
    ))
    returning empresa_id, change
  ), noted as (
    update change_sequence set pruned = greatest(pruned, newest)
    from (select empresa_id, max(change) as newest from gone group by empresa_id) last
    where change_sequence.empresa_id = last.empresa_id
  )
  select count(*) into removed from gone;
  return removed;
end $$;
