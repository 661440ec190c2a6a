-- migrate: in batches
-- Numbers records of one company that have no change number. The company's sequence is locked before the records, as in
-- every function that writes, so that the two do not deadlock. Ends when no record is left, not when a batch changes none: its
-- records may have been numbered meanwhile. These are the sales of release 0.1. It kept no rate, so they have
-- no commission; what was paid or invoiced counts as received or invoiced on the day of the sale.
with batch as materialized (
  select empresa_id, id, row_number() over (order by id) as number
  from (
    select * from sale
    where change is null and empresa_id = (select empresa_id from sale where change is null order by empresa_id, id limit 1)
    order by id limit 200
  ) unnumbered
), sequence as (
  insert into change_sequence as existing (empresa_id, last)
    select empresa_id, count(*) from batch group by empresa_id
    on conflict (empresa_id) do update set last = existing.last + excluded.last
    returning last - (select count(*) from batch) as before
), numbered as (
  update sale set change = (select before from sequence) + number, search_text = extensions.fold(pedido),
    recebido = case when status = 'PAGA' then valor_total else recebido end,
    pago_em = case when status = 'PAGA' then data else pago_em end,
    faturada_em = case when status_step(status) in ('faturada', 'enviada', 'entregue') then data else faturada_em end
  from batch
  where sale.empresa_id = batch.empresa_id and sale.id = batch.id and sale.change is null
)
select from batch;
