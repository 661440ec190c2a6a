-- The number of a company's next change. Locks the company's sequence until the transaction ends, and so serializes the
-- company's writes: take it before counters and records, so that writers do not deadlock.
create or replace function next_change(p_empresa_id uuid) returns bigint language plpgsql as $$
declare
  change bigint;
begin
  insert into change_sequence as existing (empresa_id, last) values (p_empresa_id, 1)
    on conflict (empresa_id) do update set last = existing.last + 1
    returning last into change;
  return change;
end $$;
