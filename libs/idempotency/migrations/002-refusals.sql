-- migrate: without a transaction
-- Finds the oldest refusals of a company.
drop index concurrently if exists kept_answer_refusals;
create index concurrently kept_answer_refusals on kept_answer (empresa_id, created_at) where status >= 400;
