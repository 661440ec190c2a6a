-- Writes a client that an update or an import has changed, with its entry in the audit, and returns it. A new name stays pending
-- until sales has acknowledged it.
create or replace function change_client(
  p_before client, p_after client, p_change bigint, p_caller jsonb, p_operation text
) returns client language plpgsql as $$
declare
  written client;
  renamed boolean := p_after.nome <> p_before.nome;
begin
  update client set
      codigo = p_after.codigo, nome = p_after.nome, cnpj_cpf = p_after.cnpj_cpf, email = p_after.email,
      telefone = p_after.telefone, endereco = p_after.endereco, bairro = p_after.bairro, cidade = p_after.cidade,
      estado = p_after.estado, observacao = p_after.observacao, ativo = p_after.ativo, segunda = p_after.segunda,
      terca = p_after.terca, quarta = p_after.quarta, quinta = p_after.quinta, sexta = p_after.sexta,
      updated_at = greatest(now(), p_before.updated_at + interval '1 ms'), version = p_before.version + 1,
      change = p_change, nome_revision = p_before.nome_revision + renamed::int,
      rename_pending = p_before.rename_pending or renamed,
      pending_since = case when renamed then now() else p_before.pending_since end
    where empresa_id = p_before.empresa_id and id = p_before.id
    returning * into written;
  perform audit(p_before.empresa_id, p_change, p_caller, p_operation, 'clients', p_before.id::text,
    changed_fields(to_jsonb(p_before), to_jsonb(p_after)));
  return written;
end $$;
