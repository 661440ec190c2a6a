-- Finds the oldest refusals of a company.
create index kept_answer_refusals on kept_answer (empresa_id, created_at) where status >= 400;
