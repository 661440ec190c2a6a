-- Numbers the changes of a company's records in commit order. The row stays locked until the writing transaction commits,
-- so whoever sees change 10 also sees every change before it.
create table change_sequence (
  empresa_id uuid primary key,
  last bigint not null default 0,
  -- Tombstones up to this change were removed: a follower that has not read them yet must start again.
  pruned bigint not null default 0
) with (fillfactor = 20);

-- Deleted records, for followers of the changes feed. Kept for 90 days.
create table tombstone (
  empresa_id uuid not null,
  resource text not null,
  change bigint not null,
  id text not null,
  deleted_at timestamptz(3) not null default now(),
  constraint tombstone_pkey primary key (empresa_id, resource, change)
);

create index tombstone_age on tombstone (deleted_at);

-- The newest change of each record, kept by a trigger of its table. An index on the record's own `change` would make every
-- update of a record write all its indexes: none of them allows a heap-only update then. Empty in sales, which has that index.
create table current_change (
  empresa_id uuid not null,
  resource text not null,
  change bigint not null,
  id text not null,
  updated_at timestamptz(3) not null,
  constraint current_change_pkey primary key (empresa_id, resource, change)
);

-- How many records of a kind a company has, and how many of them are active, so that lists need not count.
create table record_counter (
  empresa_id uuid not null,
  resource text not null,
  total bigint not null default 0,
  active bigint not null default 0,
  constraint record_counter_pkey primary key (empresa_id, resource)
) with (fillfactor = 20);

-- For a trigger `after insert or delete or update of change`, with the resource as its argument. With a search path of its
-- own: an administrator who writes to the table may have another.
create function note_change() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op <> 'INSERT' then
    delete from current_change where empresa_id = old.empresa_id and resource = tg_argv[0] and change = old.change;
  end if;
  if tg_op <> 'DELETE' then
    insert into current_change (empresa_id, resource, change, id, updated_at)
      values (new.empresa_id, tg_argv[0], new.change, new.id::text, new.updated_at);
  end if;
  return null;
end $$;

-- Companies with a register of their own (docs/companies-and-keys.md): what is unique among all others is unique within each of them.
create table own_register (
  empresa_id uuid primary key
);

-- The register of a company: its own, or the one that all others share.
create function register_of(p_empresa_id uuid) returns uuid language sql stable set search_path from current as $$
  select coalesce((select empresa_id from own_register where empresa_id = p_empresa_id), '00000000-0000-0000-0000-000000000000');
$$;

-- For a trigger `before insert`. A writer has locked the company's sequence by then, as a move to another register does.
create function set_register() returns trigger language plpgsql set search_path from current as $$
begin
  new.register_id := register_of(new.empresa_id);
  return new;
end $$;

-- Who changed which record, when. The entries of a company form a chain: each hash covers the entry's bytes and the hash
-- before it. So an entry that is changed or removed later no longer fits the entries after it.
create table audit_entry (
  empresa_id uuid not null,
  -- The change's number in the company's sequence. The lock of the sequence orders the chain.
  numero bigint not null,
  em timestamptz(3) not null,
  recurso text not null,
  registro_id text not null,
  chave_id uuid,
  -- JSON, as it was hashed.
  entry text not null,
  hash bytea not null,
  constraint audit_entry_pkey primary key (empresa_id, numero)
);

-- One index for each filter, each in the order of the numbers: a page reads its own entries only.
create index audit_entry_record on audit_entry (empresa_id, registro_id, numero);
create index audit_entry_resource on audit_entry (empresa_id, recurso, numero);
create index audit_entry_key on audit_entry (empresa_id, chave_id, numero);
create index audit_entry_time on audit_entry (empresa_id, em, numero);
-- What a key did to one resource: without it, a page may read everything that the key did. As one text, which no other index has:
-- of two indexes that begin with the key, the planner might take the other one.
create index audit_entry_key_resource on audit_entry (empresa_id, (chave_id::text || ' ' || recurso), numero);

-- Entries up to this number were removed because of their age. The hash is that of the last one removed: the chain goes on
-- from it. The signature shows that the service removed them.
create table audit_checkpoint (
  empresa_id uuid primary key,
  numero bigint not null,
  hash bytea not null,
  -- When that entry was written, in ISO 8601. An exported head that is younger shows that the chain was written anew with old
  -- times, so that retention removes it.
  em text not null,
  signature bytea not null
);

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
-- Finds the oldest refusals of a company.
create index kept_answer_refusals on kept_answer (empresa_id, created_at) where status >= 400;

-- Until there are real statistics: answers are stored in the order of their age, so old ones are read by the index.
select pg_restore_attribute_stats(
  'schemaname', current_schema::text, 'relname', 'kept_answer', 'attname', 'created_at', 'inherited', false,
  'version', 180000, 'null_frac', 0::real, 'avg_width', 8, 'n_distinct', '-1'::real, 'correlation', 1::real
);
