-- Locks all clients and representadas that new sales refer to, in one order, so that transactions do not deadlock. Returns the
-- fenced ones.
create or replace function hold_references(p_empresa_id uuid, p_sales json) returns uuid[] language plpgsql as $$
declare
  used record;
  fenced uuid[] := '{}';
begin
  for used in
    select kind, id, (array_agg(nome order by revision desc))[1] as nome, max(revision) as revision
    from json_to_recordset(p_sales) as sale (
      cliente_id uuid, cliente_nome text, cliente_revision int,
      representada_id uuid, representada_nome text, representada_revision int)
    cross join lateral (values
      ('client', cliente_id, cliente_nome, cliente_revision),
      ('representada', representada_id, representada_nome, representada_revision)
    ) reference (kind, id, nome, revision)
    group by kind, id order by kind, id
  loop
    if not hold_reference(p_empresa_id, used.kind, used.id, used.nome, used.revision) then fenced := fenced || used.id; end if;
  end loop;
  return fenced;
end $$;
