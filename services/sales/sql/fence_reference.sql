-- Of release 0.1, which does not ask what was counted.
create or replace function fence_reference(p_empresa_id uuid, p_id uuid, p_kind text, p_epoch int) returns bigint
language sql as $$
  select uses from set_fence(p_empresa_id, p_id, p_kind, p_epoch);
$$;
