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

-- Answers an attempt to delete a record: how many `sales` use it, or if there are none, how many `commissions` (payments and
-- adjustments). With 0 uses the record is now fenced. Null when the attempt was voided before.
-- Counted after the lock is taken: a sale that was committed while this waited is seen.
create or replace function set_fence(
  p_empresa_id uuid, p_id uuid, p_kind text, p_epoch int, out uses bigint, out counted text
) language plpgsql as $$
declare
  voided int;
begin
  insert into reference (empresa_id, id, kind, nome, revision) values (p_empresa_id, p_id, p_kind, '', -1)
    on conflict (empresa_id, id) do nothing;
  select voided_epoch into voided from reference where empresa_id = p_empresa_id and id = p_id for update;
  if p_epoch <= voided then return; end if;
  counted := 'sales';

  if p_kind = 'client' then
    select count(*) into uses from sale where empresa_id = p_empresa_id and cliente_id = p_id;
  else
    select count(*) into uses from sale where empresa_id = p_empresa_id and representada_id = p_id;
    if uses = 0 then
      counted := 'commissions';
      -- The parts of deleted sales are zero: what is left are adjustments.
      select count(*) into uses from (
        select from commission_payment
        where empresa_id = p_empresa_id and representada_id = p_id and estornado_em is null
        union all
        select from commission_part where empresa_id = p_empresa_id and representada_id = p_id and devida <> 0
      ) entry;
    end if;
  end if;

  -- A refused attempt is over: a late copy of its message must not fence the record when its sales are gone.
  update reference set
    voided_epoch = case when uses > 0 then p_epoch else voided_epoch end,
    fence_epoch = case when uses > 0 then fence_epoch else greatest(fence_epoch, p_epoch) end
    where empresa_id = p_empresa_id and id = p_id;
end $$;
