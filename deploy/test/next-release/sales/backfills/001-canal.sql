-- migrate: in batches
-- One company at a time, under the lock that its writes take first.
with company as (
  select empresa_id from change_sequence
  where exists (select from sale where sale.empresa_id = change_sequence.empresa_id and canal is null)
  limit 1 for update
), batch as (
  select empresa_id, id from sale join company using (empresa_id) where canal is null order by id limit 10
)
update sale set canal = 'antigo' from batch where sale.empresa_id = batch.empresa_id and sale.id = batch.id;
