-- Answers an attempt to delete a record: the number of sales that use it; 0 when there are none, and from now on there
-- will be none; null when the attempt was voided before. Sales are counted in a statement after the lock, so that
-- sales which were committed while it waited are seen.
create or replace function fence_reference(p_empresa_id uuid, p_id uuid, p_kind text, p_epoch int) returns bigint
language plpgsql as $$
declare
  voided int;
  sales bigint;
begin
  insert into reference (empresa_id, id, kind, nome, revision) values (p_empresa_id, p_id, p_kind, '', -1)
    on conflict (empresa_id, id) do nothing;
  select voided_epoch into voided from reference where empresa_id = p_empresa_id and id = p_id for update;
  if p_epoch <= voided then return null; end if;

  if p_kind = 'client' then
    select count(*) into sales from sale where empresa_id = p_empresa_id and cliente_id = p_id;
  else
    select count(*) into sales from sale where empresa_id = p_empresa_id and representada_id = p_id;
  end if;

  -- A refused attempt is over: a late copy of its message must not fence the record when its sales are gone.
  update reference set
    voided_epoch = case when sales > 0 then p_epoch else voided_epoch end,
    fence_epoch = case when sales > 0 then fence_epoch else greatest(fence_epoch, p_epoch) end
    where empresa_id = p_empresa_id and id = p_id;
  return sales;
end $$;
