-- Removes a company's entries up to a number, and leaves a checkpoint from which the chain goes on.
create or replace function cut_audit(p_empresa_id uuid, p_numero bigint, p_hash bytea, p_em text, p_signature bytea) returns int
language plpgsql as $$
declare
  removed int;
begin
  insert into audit_checkpoint as existing (empresa_id, numero, hash, em, signature)
    values (p_empresa_id, p_numero, p_hash, p_em, p_signature)
    on conflict (empresa_id) do update
      set numero = excluded.numero, hash = excluded.hash, em = excluded.em, signature = excluded.signature
      where existing.numero < excluded.numero;
  if not found then return 0; end if;
  delete from audit_entry where empresa_id = p_empresa_id and numero <= p_numero;
  get diagnostics removed = row_count;
  return removed;
end $$;
