-- One index for each filter of the audit, each in the order of the numbers: a page reads its own entries only. A record is also
-- found without its resource.
drop index audit_entry_record;
create index audit_entry_record on audit_entry (empresa_id, registro_id, numero);
create index audit_entry_resource on audit_entry (empresa_id, recurso, numero);
