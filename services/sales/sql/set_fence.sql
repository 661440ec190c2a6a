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
