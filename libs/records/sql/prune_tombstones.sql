-- Removes up to 500 tombstones older than 90 days, of one company and resource, and notes how far they were removed. Returns
-- how many. One company per call: this locks its sequence, and the locks of several companies would be held together.
-- Their places (ctid) are stable, because tombstones are never updated. After the clock was set back, some before them may be
-- younger: a follower that has not read those starts again without need.
create or replace function prune_tombstones() returns int language plpgsql as $$
declare
  oldest tombstone;
  removed int;
  newest bigint;
begin
  select * into oldest from tombstone where deleted_at < now() - interval '90 days' order by deleted_at limit 1;
  if not found then return 0; end if;

  with gone as (
    delete from tombstone where ctid = any (array(
      select ctid from tombstone
      where empresa_id = oldest.empresa_id and resource = oldest.resource and deleted_at < now() - interval '90 days'
      order by change limit 500
    ))
    returning change
  )
  select count(*), max(change) into removed, newest from gone;
  update change_sequence set pruned = greatest(pruned, newest) where empresa_id = oldest.empresa_id;
  return removed;
end $$;
