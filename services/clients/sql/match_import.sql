-- Notes for each row of an import which client it changes, if there is one, and whether it does.
create or replace function match_import(p_empresa_id uuid, p_import_id uuid) returns void language sql as $$
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
$$;
