-- Changes the columns that p_changes has. Returns the hashes of the keys whose meaning this changes, one row without a hash
-- when there are none, and no row when there is no such company.
create or replace function update_empresa(p_id uuid, p_changes jsonb, p_caller jsonb) returns table (hash text)
language plpgsql as $$
declare
  before empresa;
  after empresa;
begin
  select * into before from empresa where id = p_id for update;
  if not found then return; end if;
  after := jsonb_populate_record(before, p_changes);
  update empresa set
    nome = after.nome, ativa = after.ativa, time_zone = after.time_zone,
    requisicoes_por_segundo = after.requisicoes_por_segundo, rajada = after.rajada, updated_at = now()
  where id = p_id;
  perform audit_act(
    p_id, p_caller,
    case when after.ativa = before.ativa then 'alterar' when after.ativa then 'reativar' else 'desativar' end,
    'empresas', p_id,
    -- Named as in the API.
    array_replace(changed_fields(to_jsonb(before), to_jsonb(after)), 'time_zone', 'fuso_horario')
  );
  return query
    select encode(api_key.hash, 'hex') from (values (p_id)) changed (id)
    left join api_key on empresa_id = changed.id and revoked_at is null and (expires_at is null or expires_at > now());
end $$;
