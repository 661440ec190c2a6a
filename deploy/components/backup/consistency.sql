-- Rules across the whole database. Each line counts the rows that break a rule, and must be 0. The queries read all tables:
-- run them after a restore, or on a replica. A broken rule makes psql fail with exit code 3.
--
--   psql "$ADMIN_DATABASE_URL" -f deploy/components/backup/consistency.sql
\set ON_ERROR_STOP on
begin isolation level repeatable read read only;

with result as (
select 'sales whose client does not exist' as rule, count(*) as broken
from sales.sale where not exists (
  select from clients.client where client.empresa_id = sale.empresa_id and client.id = sale.cliente_id)
union all
select 'sales whose representada does not exist', count(*)
from sales.sale where not exists (
  select from catalog.representada
  where representada.empresa_id = sale.empresa_id and representada.id = sale.representada_id)
union all
select 'sales whose client is not in the reference table', count(*)
from sales.sale where not exists (
  select from sales.reference where reference.empresa_id = sale.empresa_id and reference.id = sale.cliente_id)
union all
select 'sales whose representada is not in the reference table', count(*)
from sales.sale where not exists (
  select from sales.reference where reference.empresa_id = sale.empresa_id and reference.id = sale.representada_id)
union all
select 'sales whose total differs from the sum of their items', count(*)
from sales.sale where valor_total is distinct from (
  select sum(item.valor_total) from sales.sale_item item
  where item.empresa_id = sale.empresa_id and item.sale_id = sale.id)
union all
select 'clients with a fence and without a pending delete', count(*)
from sales.reference join clients.client using (empresa_id, id)
where reference.fence_epoch is not null and not client.delete_pending
union all
select 'representadas with a fence and without a pending delete', count(*)
from sales.reference join catalog.representada using (empresa_id, id)
where reference.fence_epoch is not null and not representada.delete_pending
union all
select 'companies with a wrong counter of sales', count(*)
from (select empresa_id, count(*) as total from sales.sale group by empresa_id) counted
full join (select empresa_id, sum(total) as total from sales.sale_counter group by empresa_id) kept using (empresa_id)
where coalesce(counted.total, 0) <> coalesce(kept.total, 0)
union all
select 'companies with a wrong counter of clients', count(*)
from (select empresa_id, count(*) as total from clients.client group by empresa_id) counted
full join clients.client_counter kept using (empresa_id)
where coalesce(counted.total, 0) <> coalesce(kept.total, 0)
union all
select 'companies with a wrong counter of representadas', count(*)
from (select empresa_id, count(*) as total, count(*) filter (where ativo) as active
      from catalog.representada group by empresa_id) counted
full join catalog.representada_counter kept using (empresa_id)
where (coalesce(counted.total, 0), coalesce(counted.active, 0)) <> (coalesce(kept.total, 0), coalesce(kept.active, 0))
union all
select 'companies with a wrong counter of products', count(*)
from (select empresa_id, count(*) as total, count(*) filter (where ativo) as active
      from catalog.product group by empresa_id) counted
full join catalog.product_counter kept using (empresa_id)
where (coalesce(counted.total, 0), coalesce(counted.active, 0)) <> (coalesce(kept.total, 0), coalesce(kept.active, 0))
), noted as (
  select set_config('representa.broken', string_agg(format('%s: %s', rule, broken), '; '), true)
  from result where broken > 0
)
select rule, broken from result cross join noted;

do $$ begin
  if current_setting('representa.broken') <> '' then
    raise exception 'broken rules: %', current_setting('representa.broken');
  end if;
end $$;

commit;
