-- Changes the columns that p_changes has. Returns the whole row, and the hashes of the keys whose meaning this changes.
create or replace function update_empresa(
  p_id uuid, p_changes jsonb, p_caller jsonb, out changed empresa, out hashes text[]
) language plpgsql as $$
declare
  before empresa;
  after empresa;
begin
  select * into before from empresa where id = p_id for update;
  if not found then perform refuse('empresa_unknown'); end if;
  after := jsonb_populate_record(before, p_changes);
  update empresa set
    nome = after.nome, ativa = after.ativa, time_zone = after.time_zone,
    requisicoes_por_segundo = after.requisicoes_por_segundo, rajada = after.rajada, updated_at = now()
    where id = p_id
    returning * into changed;
  perform audit_act(
    p_id, p_caller,
    case when after.ativa = before.ativa then 'alterar' when after.ativa then 'reativar' else 'desativar' end,
    'empresas', p_id,
    -- Named as in the API.
    array_replace(changed_fields(to_jsonb(before), to_jsonb(after)), 'time_zone', 'fuso_horario')
  );
  hashes := array(select encode(hash, 'hex') from api_key where empresa_id = p_id and is_valid_key(api_key));
end $$;
