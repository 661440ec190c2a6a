-- Creates a representada in one round trip. Its id is given under the lock of next_change, so that ids grow in the order in
-- which records appear.
create or replace function create_representada(p_empresa_id uuid, p_representada jsonb, p_key text, p_fingerprint bytea, p_caller jsonb)
returns representada language plpgsql as $$
declare
  fresh representada := jsonb_populate_record(null::representada, p_representada);
begin
  perform claim_key(p_empresa_id, p_key);
  fresh.change := next_change(p_empresa_id);
  insert into representada_counter as existing (empresa_id, total, active)
    values (p_empresa_id, 1, fresh.ativo::int)
    on conflict (empresa_id) do update
      set total = existing.total + 1, active = existing.active + excluded.active;

  fresh.id := uuidv7();
  fresh.created_at := uuid_extract_timestamp(fresh.id);
  insert into representada (
    empresa_id, id, nome, cnpj, email, telefone, endereco, cidade, estado, contato, observacao, comissao,
    comissao_quando, comissao_dia, ativo, created_at, updated_at, change
  ) values (
    p_empresa_id, fresh.id, fresh.nome, fresh.cnpj, fresh.email, fresh.telefone, fresh.endereco, fresh.cidade,
    fresh.estado, fresh.contato, fresh.observacao, fresh.comissao,
    fresh.comissao_quando, fresh.comissao_dia, fresh.ativo, fresh.created_at, fresh.created_at, fresh.change
  ) returning * into fresh;
  perform audit(p_empresa_id, fresh.change, p_caller, 'criar', 'representadas', fresh.id::text, null);
  -- Most representadas are created without a key: their answer need not be built. Only one that has its own rule shows it.
  if p_key is not null then
    perform keep_answer(p_empresa_id, p_key, p_fingerprint, 201, jsonb_strip_nulls(to_jsonb(fresh)));
  end if;
  return fresh;
end $$;
