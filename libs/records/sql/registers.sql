-- Moves a company's records to a register of its own, or back to the shared one. `p_value`: what is unique there, an expression over
-- `p_table`. Returns values that another company of the shared register has; then nothing is changed. A value that appears meanwhile
-- breaks the unique index: the caller looks again. The company's writes wait, and take the register that is in force after them.
create or replace function move_register(p_empresa_id uuid, p_is_own boolean, p_table text, p_value text) returns text[]
language plpgsql as $$
declare
  shared constant uuid := '00000000-0000-0000-0000-000000000000';
  taken text[];
begin
  insert into change_sequence as existing (empresa_id) values (p_empresa_id)
    on conflict (empresa_id) do update set last = existing.last;
  if p_is_own then
    insert into own_register (empresa_id) values (p_empresa_id) on conflict do nothing;
  elsif exists (select from own_register where empresa_id = p_empresa_id) then
    -- A lookup for each value, whatever the statistics say.
    execute format('
      select array_agg(own_value) from (
        select own_value from (select %1$s as own_value from %2$I where empresa_id = $1 offset 0) own
        where exists (select from %2$I where register_id = $2 and %1$s = own_value offset 0)
        limit 10
      ) found', p_value, p_table) into taken using p_empresa_id, shared;
    if taken is not null then return taken; end if;
    delete from own_register where empresa_id = p_empresa_id;
  end if;
  execute format('update %I set register_id = $2 where empresa_id = $1 and register_id <> $2', p_table)
    using p_empresa_id, register_of(p_empresa_id);
  return '{}';
end $$;
