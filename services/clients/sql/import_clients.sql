-- Merges the staged rows of an import into the company's clients: all of them, or none when a row has a fault or a conflict.
-- Counts only when p_dry_run. Locks the company's sequence first, as all writers do, so that they do not deadlock. Every
-- lookup is by an index, one row at a time: a plan made for a small import serves a large one.
create or replace function import_clients(p_empresa_id uuid, p_import_id uuid, p_dry_run boolean, p_caller jsonb)
returns jsonb
language plpgsql as $$
declare
  created bigint;
  updated bigint;
  same bigint;
  faulty bigint;
  faults jsonb;
  conflicts jsonb;
begin
  insert into change_sequence as existing (empresa_id) values (p_empresa_id)
    on conflict (empresa_id) do update set last = existing.last;
  insert into client_counter as existing (empresa_id) values (p_empresa_id)
    on conflict (empresa_id) do update set total = existing.total;

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
    select * into faulty, conflicts from find_client_conflicts(p_empresa_id, p_import_id);
  end if;

  select count(*) filter (where target is null), count(*) filter (where outcome = 'atualizado'),
    count(*) filter (where outcome = 'inalterado')
  into created, updated, same from import_row where import_id = p_import_id;

  if faulty = 0 and not p_dry_run then
    perform merge_clients(p_empresa_id, p_import_id, p_caller);
  end if;

  return jsonb_build_object('criados', created, 'atualizados', updated, 'inalterados', same, 'faulty', faulty,
    'faults', faults, 'conflicts', conflicts);
end $$;
