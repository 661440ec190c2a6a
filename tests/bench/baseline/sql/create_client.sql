create or replace function create_client(p_empresa_id uuid, p_client jsonb, p_key text, p_fingerprint bytea)
returns client language plpgsql as $$
declare
  number bigint;
  fresh client := jsonb_populate_record(null::client, p_client);
begin
  perform claim_key(p_empresa_id, p_key);

  insert into record_counter as existing (empresa_id, resource, total, active)
    values (p_empresa_id, 'client', 1, fresh.ativo::int)
    on conflict (empresa_id, resource) do update
      set total = existing.total + 1, active = existing.active + excluded.active;

  if fresh.codigo is null then
    loop
      insert into client_counter as existing (empresa_id, last_codigo) values (p_empresa_id, 1)
        on conflict (empresa_id) do update set last_codigo = existing.last_codigo + 1
        returning last_codigo into number;
      fresh.codigo := 'CLI' || lpad(number::text, greatest(4, length(number::text)), '0');
      exit when not exists (select from client where empresa_id = p_empresa_id and codigo = fresh.codigo);
    end loop;
  end if;

  fresh.id := uuidv7();
  fresh.created_at := uuid_extract_timestamp(fresh.id);
  insert into client (
    empresa_id, id, codigo, nome, cnpj_cpf, email, telefone, endereco, bairro, cidade, estado, observacao, ativo,
    segunda, terca, quarta, quinta, sexta, created_at, updated_at
  ) values (
    p_empresa_id, fresh.id, fresh.codigo, fresh.nome, fresh.cnpj_cpf, fresh.email, fresh.telefone, fresh.endereco,
    fresh.bairro, fresh.cidade, fresh.estado, fresh.observacao, fresh.ativo,
    fresh.segunda, fresh.terca, fresh.quarta, fresh.quinta, fresh.sexta, fresh.created_at, fresh.created_at
  ) returning * into fresh;
  if p_key is not null then
    perform keep_answer(p_empresa_id, p_key, p_fingerprint, 201, to_jsonb(fresh));
  end if;
  return fresh;
end $$;
