-- migrate: without a transaction
-- What a key did to one resource: without it, a page may read everything that the key did. As one text, which no other index has:
-- of two indexes that begin with the key, the planner might take the other one.
drop index concurrently if exists audit_entry_key_resource;
create index concurrently audit_entry_key_resource
  on audit_entry (empresa_id, (chave_id::text || ' ' || recurso), numero);
