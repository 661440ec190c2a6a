-- Creates a company with its first key, of the scope admin. Null limits: the gateway's own; null time zone: the usual one.
-- Returns the whole row, so that the reply needs no second statement: if that failed, nobody would ever see the key.
create or replace function create_empresa(
  p_nome text, p_time_zone text, p_requisicoes_por_segundo int, p_rajada int, p_prefix text, p_hash bytea, p_rotulo text,
  p_caller jsonb, out made empresa, out key_id uuid
) language plpgsql as $$
begin
  insert into empresa (nome, time_zone, requisicoes_por_segundo, rajada)
    values (p_nome, coalesce(p_time_zone, 'America/Sao_Paulo'), p_requisicoes_por_segundo, p_rajada)
    returning * into made;
  insert into api_key (empresa_id, prefix, hash, rotulo, escopo) values (made.id, p_prefix, p_hash, p_rotulo, 'admin')
    returning id into key_id;
  perform audit_act(made.id, p_caller, 'criar', 'empresas', made.id);
  perform audit_act(made.id, p_caller, 'criar', 'keys', key_id);
end $$;
