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
