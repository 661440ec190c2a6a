-- Creates a company with its first key, of the scope admin. Null limits: the gateway's own; null time zone: the usual one.
create or replace function create_empresa(
  p_nome text, p_time_zone text, p_requisicoes_por_segundo int, p_rajada int, p_prefix text, p_hash bytea, p_rotulo text,
  p_caller jsonb, out id uuid, out key_id uuid
) language plpgsql as $$
begin
  insert into empresa (nome, time_zone, requisicoes_por_segundo, rajada)
    values (p_nome, coalesce(p_time_zone, 'America/Sao_Paulo'), p_requisicoes_por_segundo, p_rajada)
    returning empresa.id into id;
  insert into api_key (empresa_id, prefix, hash, rotulo, escopo) values (id, p_prefix, p_hash, p_rotulo, 'admin')
    returning api_key.id into key_id;
  perform audit_act(id, p_caller, 'criar', 'empresas', id);
  perform audit_act(id, p_caller, 'criar', 'keys', key_id);
end $$;
