-- Rules across the whole database. Each line counts the rows that break a rule, and must be 0. The queries read all tables:
-- run them after a restore, or on a replica. A broken rule makes psql fail with exit code 3.
--
--   psql "$ADMIN_DATABASE_URL" -f deploy/components/backup/consistency.sql
\set ON_ERROR_STOP on
begin isolation level repeatable read read only;

with audited as (
  select unnest(array['gateway', 'sales', 'clients', 'catalog']) as process
), audit_entry as (
  select 'gateway' as process, * from gateway.audit_entry
  union all select 'sales', * from sales.audit_entry
  union all select 'clients', * from clients.audit_entry
  union all select 'catalog', * from catalog.audit_entry
), audit_checkpoint as (
  select 'gateway' as process, * from gateway.audit_checkpoint
  union all select 'sales', * from sales.audit_checkpoint
  union all select 'clients', * from clients.audit_checkpoint
  union all select 'catalog', * from catalog.audit_checkpoint
), change_sequence as (
  select 'gateway' as process, * from gateway.change_sequence
  union all select 'sales', * from sales.change_sequence
  union all select 'clients', * from clients.change_sequence
  union all select 'catalog', * from catalog.change_sequence
), result as (
select 'sales whose client does not exist' as rule, count(*) as broken
from sales.sale where not exists (
  select from clients.client where client.empresa_id = sale.empresa_id and client.id = sale.cliente_id)
union all
select 'sales whose representada does not exist', count(*)
from sales.sale where not exists (
  select from catalog.representada
  where representada.empresa_id = sale.empresa_id and representada.id = sale.representada_id)
union all
select 'payments and adjustments whose representada does not exist', count(*)
from (
  select empresa_id, representada_id from sales.commission_payment where estornado_em is null
  union all
  select empresa_id, representada_id from sales.commission_part where devida <> 0
) entry
where not exists (
  select from catalog.representada
  where representada.empresa_id = entry.empresa_id and representada.id = entry.representada_id)
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
select 'clients in another register than their company', count(*)
from clients.client where register_id <> clients.register_of(empresa_id)
union all
select 'products in another register than their company', count(*)
from catalog.product where register_id <> catalog.register_of(empresa_id)
union all
select 'companies whose register differs between gateway, clients and catalog', count(*)
from gateway.empresa where registro_proprio is distinct from exists (
  select from clients.own_register where own_register.empresa_id = empresa.id)
  or registro_proprio is distinct from exists (select from catalog.own_register where own_register.empresa_id = empresa.id)
union all
select 'companies with a wrong counter of sales', count(*)
from (select empresa_id, count(*) as total from sales.sale group by empresa_id) counted
full join (select empresa_id, sum(total) as total from sales.sale_counter group by empresa_id) kept using (empresa_id)
where coalesce(counted.total, 0) <> coalesce(kept.total, 0)
union all
select 'companies with a wrong counter of clients', count(*)
from (select empresa_id, count(*) as total, count(*) filter (where ativo) as active
      from clients.client group by empresa_id) counted
full join (select * from clients.record_counter where resource = 'client') kept using (empresa_id)
where (coalesce(counted.total, 0), coalesce(counted.active, 0)) <> (coalesce(kept.total, 0), coalesce(kept.active, 0))
union all
select 'companies with a wrong counter of representadas', count(*)
from (select empresa_id, count(*) as total, count(*) filter (where ativo) as active
      from catalog.representada group by empresa_id) counted
full join (select * from catalog.record_counter where resource = 'representada') kept using (empresa_id)
where (coalesce(counted.total, 0), coalesce(counted.active, 0)) <> (coalesce(kept.total, 0), coalesce(kept.active, 0))
union all
select 'companies with a wrong counter of products', count(*)
from (select empresa_id, count(*) as total, count(*) filter (where ativo) as active
      from catalog.product group by empresa_id) counted
full join (select * from catalog.record_counter where resource = 'product') kept using (empresa_id)
where (coalesce(counted.total, 0), coalesce(counted.active, 0)) <> (coalesce(kept.total, 0), coalesce(kept.active, 0))
union all
select 'companies with a gap in the sequence of commission entries', count(*)
from (select from sales.commission_entry group by empresa_id having count(*) <> max(numero) or min(numero) <> 1) broken
union all
select 'commission parts that differ from their entries', count(*)
from (select empresa_id, origem_id, parte, sum(base) as base, sum(prevista) as prevista, sum(devida) as devida, sum(paga) as paga
      from sales.commission_entry where origem_id is not null group by empresa_id, origem_id, parte) entry
full join sales.commission_part part using (empresa_id, origem_id, parte)
where (entry.base, entry.prevista, entry.devida, entry.paga)
  is distinct from (part.base, part.prevista, part.devida, part.paga)
union all
select 'commission payments whose credit differs from their entries', count(*)
from (select empresa_id, payment_id as id, sum(credito) as credito from sales.commission_entry
      where payment_id is not null group by 1, 2) entry
full join sales.commission_payment payment using (empresa_id, id)
where entry.credito is distinct from payment.credito
union all
select 'commission allocations that differ from their entries', count(*)
from (select empresa_id, origem_id, parte, payment_id, sum(paga) as valor from sales.commission_entry
      where origem_id is not null and payment_id is not null group by 1, 2, 3, 4) entry
full join sales.commission_allocation allocation using (empresa_id, origem_id, parte, payment_id)
where entry.valor is distinct from allocation.valor
union all
select 'commission payments whose credit is not what is left of them', count(*)
from sales.commission_payment left join (
  select empresa_id, payment_id as id, sum(valor) as allocated from sales.commission_allocation group by empresa_id, payment_id
) allocation using (empresa_id, id)
where credito < 0 or credito <> case when estornado_em is null then valor else 0 end - coalesce(allocated, 0)
union all
select 'commission parts that are negative or paid beyond what is due', count(*)
from sales.commission_part part
where prevista < 0 or abs(paga) > abs(devida) or (devida < 0 and motivo is null)
union all
select 'sales whose commission differs from the sum of its parts', count(*)
from sales.sale full join (
  select empresa_id, origem_id as id, sum(prevista + devida) as valor from sales.commission_part
  where motivo is null group by empresa_id, origem_id) part using (empresa_id, id)
where coalesce(part.valor, 0)
  <> case when status is null or status in ('Cancelado', 'CANCELADA') then 0 else comissao end
union all
select 'sales whose commission differs from the sum of their items', count(*)
from sales.sale where comissao is distinct from (
  select sum(round(item.valor_total * item.comissao * 0.01, 2)) from sales.sale_item item
  where item.empresa_id = sale.empresa_id and item.sale_id = sale.id)
union all
select 'sales whose received amount differs from their receipts', count(*)
from sales.sale where recebido <> case when pago_em is not null then valor_total else (
  select coalesce(sum(receipt.valor), 0) from sales.sale_receipt receipt
  where receipt.empresa_id = sale.empresa_id and receipt.sale_id = sale.id) end
union all
select 'sales whose change number is above the last given out', count(*)
from sales.sale left join sales.change_sequence using (empresa_id)
where change > coalesce(last, 0)
union all
select 'sales that share a change number', count(*)
from (select from sales.sale group by empresa_id, change having count(*) > 1) shared
union all
select 'sales that exist and have a tombstone', count(*)
from sales.sale record join sales.tombstone
  on tombstone.empresa_id = record.empresa_id and resource = 'sale' and tombstone.id = record.id::text
union all
select 'clients whose change number is above the last given out', count(*)
from clients.client left join clients.change_sequence using (empresa_id)
where change > coalesce(last, 0)
union all
select 'clients that share a change number', count(*)
from (select from clients.client group by empresa_id, change having count(*) > 1) shared
union all
select 'clients whose newest change is not the one in the changes feed', count(*)
from clients.client record full join (select * from clients.current_change where resource = 'client') noted
  on noted.empresa_id = record.empresa_id and noted.id = record.id::text
where record.change is distinct from noted.change
union all
select 'clients that exist and have a tombstone', count(*)
from clients.client record join clients.tombstone
  on tombstone.empresa_id = record.empresa_id and resource = 'client' and tombstone.id = record.id::text
union all
select 'products whose change number is above the last given out', count(*)
from catalog.product left join catalog.change_sequence using (empresa_id)
where change > coalesce(last, 0)
union all
select 'products that share a change number', count(*)
from (select from catalog.product group by empresa_id, change having count(*) > 1) shared
union all
select 'products whose newest change is not the one in the changes feed', count(*)
from catalog.product record full join (select * from catalog.current_change where resource = 'product') noted
  on noted.empresa_id = record.empresa_id and noted.id = record.id
where record.change is distinct from noted.change
union all
select 'products that exist and have a tombstone', count(*)
from catalog.product record join catalog.tombstone
  on tombstone.empresa_id = record.empresa_id and resource = 'product' and tombstone.id = record.id::text
union all
select 'representadas whose change number is above the last given out', count(*)
from catalog.representada left join catalog.change_sequence using (empresa_id)
where change > coalesce(last, 0)
union all
select 'representadas that share a change number', count(*)
from (select from catalog.representada group by empresa_id, change having count(*) > 1) shared
union all
select 'representadas whose newest change is not the one in the changes feed', count(*)
from catalog.representada record full join (select * from catalog.current_change where resource = 'representada') noted
  on noted.empresa_id = record.empresa_id and noted.id = record.id::text
where record.change is distinct from noted.change
union all
select 'representadas that exist and have a tombstone', count(*)
from catalog.representada record join catalog.tombstone
  on tombstone.empresa_id = record.empresa_id and resource = 'representada' and tombstone.id = record.id::text
union all
select 'tombstones of sales with a change number above the last one given out', count(*)
from sales.tombstone left join sales.change_sequence using (empresa_id) where change > coalesce(last, 0)
union all
select 'tombstones of clients with a change number above the last one given out', count(*)
from clients.tombstone left join clients.change_sequence using (empresa_id) where change > coalesce(last, 0)
union all
select 'tombstones of catalog with a change number above the last one given out', count(*)
from catalog.tombstone left join catalog.change_sequence using (empresa_id) where change > coalesce(last, 0)
union all
-- A write that changes nothing has an entry in the audit only, until the audit is cut.
select 'sales whose version is not one more than the number of their changes', count(*)
from sales.sale
left join (select empresa_id, sale_id as id, count(*) as changes from sales.sale_history group by empresa_id, sale_id) history
  using (empresa_id, id)
left join (
  select empresa_id, registro_id::uuid as id, count(*) as empty from sales.audit_entry
  where recurso = 'sales' and entry::jsonb @> '{"operacao": "alterar", "campos": []}'
    and jsonb_array_length(entry::jsonb -> 'campos') = 0
  group by empresa_id, registro_id
) audit using (empresa_id, id)
where version - 1 - coalesce(changes, 0) - coalesce(empty, 0) <> 0
  and (version - 1 < coalesce(changes, 0) or not exists (
    select from sales.audit_checkpoint cut where cut.empresa_id = sale.empresa_id))
union all
-- Every change has an entry, since the first entry that is kept.
select format('companies whose audit entries of %s have a hole', process), count(*) filter (
  where entries <> last - first + 1)
from audited left join (
  select process, empresa_id, min(numero) as first, count(*) as entries from audit_entry group by process, empresa_id
) kept using (process) left join change_sequence using (process, empresa_id)
group by process
union all
select format('audit entries of %s that do not fit the hash before them', process), count(*) filter (
  where link.hash is distinct from sha256(coalesce(link.before, cut.hash, '') || convert_to(link.entry, 'UTF8'))
    or (link.entry::jsonb ->> 'empresa_id', link.entry::jsonb ->> 'numero')
      is distinct from (link.empresa_id::text, link.numero::text))
from audited left join (
  select *, lag(hash) over (partition by process, empresa_id order by numero) as before from audit_entry
) link using (process)
left join audit_checkpoint cut using (process, empresa_id)
group by process
union all
select format('audit entries of %s whose filters do not fit them', process), count(*) filter (
  where (recurso, registro_id, chave_id::text) is distinct from (it ->> 'recurso', it ->> 'id', it ->> 'chave_id')
    or em is distinct from (it ->> 'em')::timestamptz)
from audited left join audit_entry using (process) left join lateral (select entry::jsonb as it) parsed on true
group by process
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
