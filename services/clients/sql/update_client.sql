-- Changes the fields that p_changes has, and no others. A new name stays pending until sales has acknowledged it. One
-- function for all sets of fields: each connection would prepare and keep a statement for every set otherwise.
drop function if exists update_client(uuid, uuid, jsonb); -- Of release 0.1, whose calls find the function below by its default.
create or replace function update_client(p_empresa_id uuid, p_id uuid, p_changes jsonb, p_versions int[] default null, p_caller jsonb default null)
returns setof client
language plpgsql as $$
declare
  before client;
  after client;
  renamed boolean;
  number bigint := next_change(p_empresa_id);
begin
  select * into before from client where empresa_id = p_empresa_id and id = p_id for no key update;
  if not found then return; end if;
  perform check_version(before.version, p_versions);
  after := jsonb_populate_record(before, p_changes);
  renamed := after.nome <> before.nome;
  perform audit(p_empresa_id, number, p_caller, 'alterar', 'clients', p_id::text,
    changed_fields(to_jsonb(before), to_jsonb(after)));
  return query
    update client set
      codigo = after.codigo, nome = after.nome, cnpj_cpf = after.cnpj_cpf, email = after.email,
      telefone = after.telefone, endereco = after.endereco, bairro = after.bairro, cidade = after.cidade,
      estado = after.estado, observacao = after.observacao, ativo = after.ativo,
      segunda = after.segunda, terca = after.terca, quarta = after.quarta, quinta = after.quinta, sexta = after.sexta,
      updated_at = greatest(now(), before.updated_at + interval '1 ms'),
      version = before.version + 1, change = number, nome_revision = before.nome_revision + renamed::int,
      rename_pending = before.rename_pending or renamed,
      pending_since = case when renamed then now() else before.pending_since end
    where empresa_id = p_empresa_id and id = p_id
    returning *;
end $$;
