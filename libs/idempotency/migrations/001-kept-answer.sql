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
