-- Merges the staged rows of an import into the company's clients: all of them, or none when a row has a fault or a conflict.
-- Counts only when p_dry_run. Locks the company's sequence first, as all writers do, so that they do not deadlock. Every
-- lookup is by an index, one row at a time: a plan made for a small import serves a large one.
create or replace function import_clients(p_empresa_id uuid, p_import_id uuid, p_dry_run boolean, p_caller jsonb)
returns jsonb
language plpgsql as $$
declare
  first_change bigint;
  counter client_counter;
  created bigint;
  updated bigint;
  same bigint;
  faulty bigint;
  faults jsonb;
  conflicts jsonb;
  position bigint := 0;
  staged import_row;
  noted record;
  before client;
  after client;
  renamed boolean;
  code text;
begin
  insert into change_sequence as existing (empresa_id) values (p_empresa_id)
    on conflict (empresa_id) do update set last = existing.last returning last into first_change;
  insert into client_counter as existing (empresa_id) values (p_empresa_id)
    on conflict (empresa_id) do update set total = existing.total returning * into counter;

  update import_row as row set (target, outcome) = (
    select client.id::text,
      case when (changed.nome, changed.cnpj_cpf, changed.email, changed.telefone, changed.endereco, changed.bairro,
          changed.cidade, changed.estado, changed.observacao, changed.ativo, changed.segunda, changed.terca,
          changed.quarta, changed.quinta, changed.sexta)
        is not distinct from (client.nome, client.cnpj_cpf, client.email, client.telefone, client.endereco, client.bairro,
          client.cidade, client.estado, client.observacao, client.ativo, client.segunda, client.terca,
          client.quarta, client.quinta, client.sexta)
        then 'inalterado' else 'atualizado' end
    from client cross join lateral jsonb_populate_record(client, row.given) changed
    where client.empresa_id = p_empresa_id and client.codigo = row.key
  )
  where row.import_id = p_import_id and row.key is not null;

  select * into faulty, faults from find_row_faults(p_import_id);
  if faulty = 0 then
    select count(distinct line),
      jsonb_agg(jsonb_build_object('line', line, 'field', field, 'reason', reason) order by line) filter (where place <= 100)
    into faulty, conflicts
    from (
      select found.*, dense_rank() over (order by line) as place
      from (
        select line, 'codigo' as field, 'repeated' as reason
        from (
          select line, row_number() over (partition by key order by line) as time
          from import_row where import_id = p_import_id and key is not null
        ) keys where time > 1
        union all
        select line, 'email', 'repeated'
        from (
          select line, row_number() over (partition by lower(given ->> 'email') order by line) as time
          from import_row where import_id = p_import_id and given ->> 'email' is not null
        ) emails where time > 1
        union all
        select row.line, 'email', 'client_email_key'
        from import_row row cross join lateral (
          select empresa_id, id from client where lower(email) = lower(row.given ->> 'email') offset 0
        ) holder
        where row.import_id = p_import_id and (holder.empresa_id <> p_empresa_id or holder.id::text is distinct from row.target)
      ) found
    ) ranked;
  end if;

  select count(*) filter (where target is null), count(*) filter (where outcome = 'atualizado'),
    count(*) filter (where outcome = 'inalterado')
  into created, updated, same from import_row where import_id = p_import_id;

  if faulty = 0 and not p_dry_run then
    -- Codes for the rows without one, as in create_client.
    for staged in
      select * from import_row where import_id = p_import_id and key is null order by line
    loop
      loop
        counter.last_codigo := counter.last_codigo + 1;
        code := 'CLI' || lpad(counter.last_codigo::text, greatest(4, length(counter.last_codigo::text)), '0');
        exit when not exists (select from client where empresa_id = p_empresa_id and codigo = code)
          and not exists (select from import_row where import_id = p_import_id and key = code);
      end loop;
      update import_row set key = code where import_id = p_import_id and line = staged.line;
    end loop;

    insert into client (
      empresa_id, id, codigo, nome, cnpj_cpf, email, telefone, endereco, bairro, cidade, estado, observacao, ativo,
      segunda, terca, quarta, quinta, sexta, created_at, updated_at, change
    )
    select p_empresa_id, row.id, row.key, fresh.nome, fresh.cnpj_cpf, fresh.email, fresh.telefone, fresh.endereco,
      fresh.bairro, fresh.cidade, fresh.estado, fresh.observacao, fresh.ativo, fresh.segunda, fresh.terca, fresh.quarta,
      fresh.quinta, fresh.sexta, uuid_extract_timestamp(row.id), uuid_extract_timestamp(row.id), first_change + row.place
    from (
      -- Numbered in the order of the file, and so are the ids.
      select key, record, row_number() over (order by line) as place, uuidv7() as id
      from import_row where import_id = p_import_id and target is null order by line offset 0
    ) row
    cross join lateral jsonb_populate_record(null::client, row.record) fresh;

    for noted in
      select change, id from current_change
      where empresa_id = p_empresa_id and resource = 'client' and change > first_change order by change
    loop
      perform audit(p_empresa_id, noted.change, p_caller, 'importar', 'clients', noted.id, null);
    end loop;

    for staged in
      select * from import_row where import_id = p_import_id and outcome = 'atualizado' order by line
    loop
      position := position + 1;
      select * into strict before from client
        where empresa_id = p_empresa_id and id = staged.target::uuid for no key update;
      after := jsonb_populate_record(before, staged.given);
      renamed := after.nome <> before.nome;
      update client set
        nome = after.nome, cnpj_cpf = after.cnpj_cpf, email = after.email, telefone = after.telefone,
        endereco = after.endereco, bairro = after.bairro, cidade = after.cidade, estado = after.estado,
        observacao = after.observacao, ativo = after.ativo, segunda = after.segunda, terca = after.terca,
        quarta = after.quarta, quinta = after.quinta, sexta = after.sexta,
        updated_at = greatest(now(), before.updated_at + interval '1 ms'), version = before.version + 1,
        change = first_change + created + position, nome_revision = before.nome_revision + renamed::int,
        rename_pending = before.rename_pending or renamed,
        pending_since = case when renamed then now() else before.pending_since end
      where empresa_id = p_empresa_id and id = before.id;
      perform audit(p_empresa_id, first_change + created + position, p_caller, 'importar', 'clients', before.id::text,
        changed_fields(to_jsonb(before), to_jsonb(after)));
    end loop;

    update client_counter set total = total + created, last_codigo = counter.last_codigo where empresa_id = p_empresa_id;
    update change_sequence set last = first_change + created + updated where empresa_id = p_empresa_id;
  end if;

  return jsonb_build_object('criados', created, 'atualizados', updated, 'inalterados', same, 'faulty', faulty,
    'faults', faults, 'conflicts', conflicts);
end $$;
