-- Removes up to 500 tombstones older than 90 days and notes how far each company's were removed. Returns how many.
create or replace function prune_tombstones() returns int language plpgsql as $$
declare
  removed int;
begin
  with old as (
    select empresa_id, resource, change from tombstone
    where deleted_at < now() - interval '90 days' order by deleted_at limit 500
  ), gone as (
    delete from tombstone using old
    where tombstone.empresa_id = old.empresa_id and tombstone.resource = old.resource and tombstone.change = old.change
    returning tombstone.empresa_id, tombstone.change
  ), noted as (
    update change_sequence set pruned = greatest(pruned, newest)
    from (select empresa_id, max(change) as newest from gone group by empresa_id) last
    where change_sequence.empresa_id = last.empresa_id
  )
  select count(*) into removed from gone;
  return removed;
end $$;
