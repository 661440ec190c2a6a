-- Locks a client or representada that a new sale, payment or adjustment refers to, until the transaction ends. Adds its row at
-- the first use. False for a fenced record: it is being deleted, or gone.
-- `for key share` conflicts with set_fence, which locks `for update`, but not with a rename.
-- Revision -1 means that no name is known yet: any revision replaces it.
create or replace function hold_reference(p_empresa_id uuid, p_kind text, p_id uuid, p_nome text, p_revision int)
returns boolean language plpgsql as $$
begin
  perform from reference
    where empresa_id = p_empresa_id and id = p_id and fence_epoch is null and revision >= 0 for key share;
  if found then return true; end if;

  insert into reference as existing (empresa_id, id, kind, nome, revision)
    values (p_empresa_id, p_id, p_kind, p_nome, p_revision)
    on conflict (empresa_id, id) do update set nome = excluded.nome, revision = excluded.revision
      where existing.revision < excluded.revision;
  perform from reference where empresa_id = p_empresa_id and id = p_id and fence_epoch is null for key share;
  return found;
end $$;
