-- The code of a client that was created without one: CLI0001. After CLI9999 it has more digits; lpad alone would cut them off.
create or replace function client_code(p_number bigint) returns text language sql immutable as $$
  select 'CLI' || lpad(p_number::text, greatest(4, length(p_number::text)), '0');
$$;

-- The first number after the given one whose code no caller took. Looks at one, then at twice as many each time: a caller may
-- have taken 100,000 codes in a row, or every second one.
create or replace function free_client_number(p_empresa_id uuid, p_after bigint) returns bigint
language plpgsql as $$
declare
  free bigint;
  last bigint := p_after;
  count int := 1;
begin
  loop
    -- The subquery is a lookup for each number. As `not exists`, the planner might read all clients of the company.
    select min(number) into free from generate_series(last + 1, last + count) number
      where (select id from client where empresa_id = p_empresa_id and codigo = client_code(number)) is null;
    exit when free is not null;
    last := last + count;
    count := least(2 * count, 1000);
  end loop;
  return free;
end $$;

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

-- Gives the rows of an import that have no code a generated one, which neither a client nor another row has.
create or replace function give_client_codes(p_empresa_id uuid, p_import_id uuid) returns void language plpgsql as $$
declare
  nameless int;
  code text;
begin
  for nameless in select line from import_row where import_id = p_import_id and key is null order by line
  loop
    loop
      code := next_client_code(p_empresa_id);
      exit when not exists (select from import_row where import_id = p_import_id and key = code);
    end loop;
    update import_row set key = code, record = record || jsonb_build_object('codigo', code)
      where import_id = p_import_id and line = nameless;
  end loop;
end $$;
