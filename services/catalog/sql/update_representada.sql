-- Changes the fields that p_changes has, and no others. A new name stays pending until sales has acknowledged it.
create or replace function update_representada(p_empresa_id uuid, p_id uuid, p_changes jsonb, p_versions int[], p_caller jsonb)
returns setof representada
language plpgsql as $$
declare
  before representada;
  after representada;
  renamed boolean;
  new_change bigint := next_change(p_empresa_id);
begin
  select * into before from representada where empresa_id = p_empresa_id and id = p_id for no key update;
  if not found then return; end if;
  perform check_version(before.version, p_versions);

  after := jsonb_populate_record(before, p_changes);
  renamed := after.nome <> before.nome;
  if after.ativo <> before.ativo then
    update representada_counter set active = active + after.ativo::int - before.ativo::int
      where empresa_id = p_empresa_id;
  end if;
  perform audit(p_empresa_id, new_change, p_caller, 'alterar', 'representadas', p_id::text,
    changed_fields(to_jsonb(before), to_jsonb(after)));
  return query
    update representada set
      nome = after.nome, cnpj = after.cnpj, email = after.email, telefone = after.telefone, endereco = after.endereco,
      cidade = after.cidade, estado = after.estado, contato = after.contato, observacao = after.observacao,
      comissao = after.comissao, comissao_quando = after.comissao_quando, comissao_dia = after.comissao_dia,
      ativo = after.ativo,
      updated_at = greatest(now(), before.updated_at + interval '1 ms'),
      version = before.version + 1, change = new_change, nome_revision = before.nome_revision + renamed::int,
      rename_pending = before.rename_pending or renamed,
      pending_since = case when renamed then now() else before.pending_since end
    where empresa_id = p_empresa_id and id = p_id
    returning *;
end $$;
