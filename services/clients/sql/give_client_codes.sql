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
