-- As deploy/components/backup/consistency.sql, for the rules that no foreign key of the baseline ensures. Every count must be 0.
select 'sales whose total is not that of their items' as rule, count(*) as broken
from baseline.sale where valor_total is distinct from (
  select sum(item.valor_total) from baseline.sale_item item
  where item.empresa_id = sale.empresa_id and item.sale_id = sale.id)
union all
select 'companies whose number of sales is kept wrong', count(*)
from (select empresa_id, count(*) as total from baseline.sale group by empresa_id) counted
full join (select empresa_id, sum(total) as total from baseline.sale_counter group by empresa_id) kept using (empresa_id)
where coalesce(counted.total, 0) <> coalesce(kept.total, 0)
union all
select 'companies whose number of clients is kept wrong', count(*)
from (select empresa_id, count(*) as total from baseline.client group by empresa_id) counted
full join (select * from baseline.record_counter where resource = 'client') kept using (empresa_id)
where coalesce(counted.total, 0) <> coalesce(kept.total, 0);
