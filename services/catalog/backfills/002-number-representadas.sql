-- migrate: in batches
-- Numbers records of one company that have no change number. The company's sequence is locked before the records, as in
-- every function that writes, so that the two do not deadlock. Ends when no record is left, not when a batch changes none: its
-- records may have been numbered meanwhile.
with batch as materialized (
  select empresa_id, id, row_number() over (order by id) as number
  from (
    select * from representada
    where change is null and empresa_id = (select empresa_id from representada where change is null order by empresa_id, id limit 1)
    order by id limit 200
  ) unnumbered
), sequence as (
  insert into change_sequence as existing (empresa_id, last)
    select empresa_id, count(*) from batch group by empresa_id
    on conflict (empresa_id) do update set last = existing.last + excluded.last
    returning last - (select count(*) from batch) as before
), numbered as (
  update representada set change = (select before from sequence) + number
  from batch
  where representada.empresa_id = batch.empresa_id and representada.id = batch.id and representada.change is null
)
select from batch;
