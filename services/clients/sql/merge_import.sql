-- Writes the rows of an import that has neither faults nor conflicts: new clients in the order of the file, then the changes of
-- others. Called under the lock of the company's sequence.
create or replace function merge_import(p_empresa_id uuid, p_import_id uuid, p_caller jsonb) returns void
language plpgsql as $$
declare
  counter client_counter;
  created bigint;
  last_change bigint;
  staged import_row;
  before client;
  code text;
begin
  select last into last_change from change_sequence where empresa_id = p_empresa_id;
  insert into client_counter as existing (empresa_id) values (p_empresa_id)
    on conflict (empresa_id) do update set total = existing.total returning * into counter;

  -- Codes for the rows without one, as in create_client.
  for staged in
    select * from import_row where import_id = p_import_id and key is null order by line
  loop
    loop
      counter.last_codigo := free_client_number(p_empresa_id, counter.last_codigo);
      code := client_code(counter.last_codigo);
      exit when not exists (select from import_row where import_id = p_import_id and key = code);
    end loop;
    update import_row set key = code where import_id = p_import_id and line = staged.line;
  end loop;

  insert into client (
    empresa_id, id, codigo, nome, cnpj_cpf, email, telefone, endereco, bairro, cidade, estado, observacao, ativo,
    segunda, terca, quarta, quinta, sexta, created_at, updated_at, change
  )
  select p_empresa_id, row.id, row.key, fresh.nome, fresh.cnpj_cpf, fresh.email, fresh.telefone, fresh.endereco,
    fresh.bairro, fresh.cidade, fresh.estado, fresh.observacao, fresh.ativo, fresh.segunda, fresh.terca, fresh.quarta,
    fresh.quinta, fresh.sexta, uuid_extract_timestamp(row.id), uuid_extract_timestamp(row.id), last_change + row.place
  from (
    -- Numbered in the order of the file, and so are the ids.
    select key, record, row_number() over (order by line) as place, uuidv7() as id
    from import_row where import_id = p_import_id and target is null order by line offset 0
  ) row
  cross join lateral jsonb_populate_record(null::client, row.record) fresh
  -- Emails are unique in the whole system: imports of two companies that create the same ones must not deadlock.
  order by lower(fresh.email);
  get diagnostics created = row_count;

  perform audit_imported(p_empresa_id, 'client', last_change, p_caller);
  last_change := last_change + created;

  for staged in
    select * from import_row where import_id = p_import_id and outcome = 'atualizado' order by line
  loop
    last_change := last_change + 1;
    select * into strict before from client
      where empresa_id = p_empresa_id and id = staged.target::uuid for no key update;
    perform change_client(before, jsonb_populate_record(before, staged.given), last_change, p_caller, 'importar');
  end loop;

  update client_counter set total = total + created, last_codigo = counter.last_codigo where empresa_id = p_empresa_id;
  update change_sequence set last = last_change where empresa_id = p_empresa_id;
end $$;
