-- migrate: without a transaction
-- Commissions of one state by due date: a page reads its own only, however many are in the other states.
drop index concurrently if exists commission_part_state;
create index concurrently commission_part_state
  on commission_part (empresa_id, part_state(prevista, devida, paga), vencimento, origem_id, parte);
drop index concurrently if exists commission_part_state_representada;
create index concurrently commission_part_state_representada
  on commission_part (empresa_id, representada_id, part_state(prevista, devida, paga), vencimento, origem_id, parte);
-- In place of all others that have the due date.
drop index concurrently if exists commission_part_due;
drop index concurrently if exists commission_part_representada;
drop index concurrently if exists commission_part_open;
drop index concurrently if exists commission_part_open_representada;

-- Negative adjustments that no payment has settled: each payment begins with them.
drop index concurrently if exists commission_part_deduction;
create index concurrently commission_part_deduction
  on commission_part (empresa_id, representada_id, vencimento, origem_id, parte) where devida < paga;
