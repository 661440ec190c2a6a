-- Answers to requests with an Idempotency-Key. Every service has this table in its own schema, because the answer is
-- written in the transaction that writes the record: after a crash both are there, or neither.
create table kept_answer (
  empresa_id uuid not null,
  key text not null,
  -- Of the path and the body: the same key with another request is a mistake of the caller.
  fingerprint bytea not null,
  status int not null,
  -- The values of the created record, or the error. The route's serializer renders them again.
  record jsonb not null,
  created_at timestamptz not null default now(),
  constraint kept_answer_pkey primary key (empresa_id, key)
);

create index kept_answer_age on kept_answer (created_at);

-- Until there are real statistics: answers are stored in the order of their age, so old ones are read by the index.
select pg_restore_attribute_stats(
  'schemaname', current_schema::text, 'relname', 'kept_answer', 'attname', 'created_at', 'inherited', false,
  'version', 180000, 'null_frac', 0::real, 'avg_width', 8, 'n_distinct', '-1'::real, 'correlation', 1::real
);
