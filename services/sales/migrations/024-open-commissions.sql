-- migrate: without a transaction
-- Commissions that are due or expected, among the many that are paid: for payments, and for lists of them.
drop index concurrently if exists commission_part_open;
create index concurrently commission_part_open on commission_part (empresa_id, vencimento, origem_id, parte)
  where devida <> paga or prevista <> 0;
drop index concurrently if exists commission_part_open_representada;
create index concurrently commission_part_open_representada
  on commission_part (empresa_id, representada_id, vencimento, origem_id, parte) where devida <> paga or prevista <> 0;

-- As of sales: until there are real statistics, plan as if one company had everything.
select pg_restore_attribute_stats(
  'schemaname', current_schema::text, 'relname', 'commission_payment', 'attname', 'empresa_id', 'inherited', false,
  'version', 180000, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 1::real, 'correlation', 1::real
);
