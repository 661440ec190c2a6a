-- Creates a client in one round trip. next_change locks the company's sequence: its clients are created one after the other,
-- so a code that is free when it is looked up is still free when it is used, and ids grow in the order in which
-- clients appear.
create or replace function create_client(p_empresa_id uuid, p_client jsonb, p_key text, p_fingerprint bytea, p_caller jsonb)
returns client language plpgsql as $$
declare
  last bigint;
  number bigint;
  fresh client := jsonb_populate_record(null::client, p_client);
  generated int := (fresh.codigo is null)::int;
begin
  perform claim_key(p_empresa_id, p_key);
  fresh.change := next_change(p_empresa_id);

  insert into client_counter as existing (empresa_id, total, last_codigo) values (p_empresa_id, 1, generated)
    on conflict (empresa_id) do update
      set total = existing.total + 1, last_codigo = existing.last_codigo + generated
    returning last_codigo into last;

  if generated = 1 then
    number := free_client_number(p_empresa_id, last - 1);
    fresh.codigo := client_code(number);
    if number > last then update client_counter set last_codigo = number where empresa_id = p_empresa_id; end if;
  end if;

  fresh.id := uuidv7();
  fresh.created_at := uuid_extract_timestamp(fresh.id);
  insert into client (
    empresa_id, id, codigo, nome, cnpj_cpf, email, telefone, endereco, bairro, cidade, estado, observacao, ativo,
    segunda, terca, quarta, quinta, sexta, created_at, updated_at, change
  ) values (
    p_empresa_id, fresh.id, fresh.codigo, fresh.nome, fresh.cnpj_cpf, fresh.email, fresh.telefone, fresh.endereco,
    fresh.bairro, fresh.cidade, fresh.estado, fresh.observacao, fresh.ativo,
    fresh.segunda, fresh.terca, fresh.quarta, fresh.quinta, fresh.sexta, fresh.created_at, fresh.created_at,
    fresh.change
  ) returning * into fresh;
  perform audit(p_empresa_id, fresh.change, p_caller, 'criar', 'clients', fresh.id::text, null);
  -- Most clients are created without a key: their answer need not be built.
  if p_key is not null then perform keep_answer(p_empresa_id, p_key, p_fingerprint, 201, to_jsonb(fresh)); end if;
  return fresh;
end $$;
