-- The rows of imports that are being read, until they are merged. Unlogged: after a crash of the server no import goes on.
create unlogged table import_row (
  import_id uuid not null,
  -- Of the file, from 1.
  line int not null,
  -- The caller's name for the record: codigo of a client, id of a product.
  key text,
  -- The record as creation would make it, null if the row is no valid creation; and the part of it that the file has a value for.
  record jsonb,
  given jsonb not null,
  -- What is wrong with the row, by field: if it is a new record, and if it changes the record that has its key.
  faults jsonb,
  change_faults jsonb,
  -- Set when the rows are matched: the id of the existing record, and whether the row changes it. Null for a new record.
  target text,
  outcome text,
  staged_at timestamptz not null default now(),
  constraint import_row_pkey primary key (import_id, line)
);

create index import_row_key on import_row (import_id, key) where key is not null;
create index import_row_age on import_row (staged_at);
