-- The code of a new client that was given none. Called under the lock of the company's sequence, so that a code that is free when it is
-- looked up is still free when it is used.
create or replace function next_client_code(p_empresa_id uuid) returns text language plpgsql as $$
declare
  last bigint := coalesce((select last_codigo from client_counter where empresa_id = p_empresa_id), 0);
  number bigint := free_client_number(p_empresa_id, last);
begin
  insert into client_counter (empresa_id, last_codigo) values (p_empresa_id, number)
    on conflict (empresa_id) do update set last_codigo = excluded.last_codigo;
  return client_code(number);
end $$;
