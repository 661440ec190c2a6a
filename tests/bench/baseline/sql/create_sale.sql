-- The foreign keys ensure that client and representada exist and stay. Only whether the client is active is read.
create or replace function create_sale(
  p_empresa_id uuid, p_ano int, p_pedido text, p_data date, p_cliente_id uuid, p_representada_id uuid, p_status text,
  p_valor_total numeric, p_itens json, p_key text, p_fingerprint bytea
) returns sale language plpgsql as $$
declare
  number bigint;
  made sale;
begin
  perform claim_key(p_empresa_id, p_key);
  perform from client where empresa_id = p_empresa_id and id = p_cliente_id and ativo;
  if not found then
    raise exception 'no such active client' using errcode = 'foreign_key_violation', constraint = 'sale_client_fkey';
  end if;

  insert into sale_counter as existing (empresa_id, ano, total, last_pedido)
    values (p_empresa_id, p_ano, 1, (p_pedido is null)::int)
    on conflict (empresa_id, ano) do update
      set total = existing.total + 1, last_pedido = existing.last_pedido + excluded.last_pedido
    returning last_pedido into number;

  loop
    made.id := uuidv7();
    insert into sale
        (empresa_id, id, pedido, data, cliente_id, representada_id, status, valor_total, created_at, updated_at)
      values (p_empresa_id, made.id,
        coalesce(p_pedido, format('PED-%s-%s', p_ano, lpad(number::text, greatest(4, length(number::text)), '0'))),
        p_data, p_cliente_id, p_representada_id, p_status, p_valor_total,
        uuid_extract_timestamp(made.id), uuid_extract_timestamp(made.id))
      on conflict on constraint sale_pedido_key do nothing
      returning * into made;
    exit when found;
    if p_pedido is not null then
      raise exception 'pedido taken' using errcode = 'unique_violation', constraint = 'sale_pedido_key';
    end if;
    update sale_counter set last_pedido = last_pedido + 1 where empresa_id = p_empresa_id and ano = p_ano
      returning last_pedido into number;
  end loop;

  insert into sale_item (empresa_id, sale_id, posicao, produto_id, quantidade, valor_unitario, valor_total)
    select p_empresa_id, made.id, posicao, produto_id, quantidade, valor_unitario, valor_total
    from rows from (json_to_recordset(p_itens)
      as (produto_id text, quantidade numeric, valor_unitario numeric, valor_total numeric))
      with ordinality as item (produto_id, quantidade, valor_unitario, valor_total, posicao);
  if p_key is not null then
    perform keep_answer(
      p_empresa_id, p_key, p_fingerprint, 201, to_jsonb(made) || jsonb_build_object('itens', p_itens));
  end if;
  return made;
end $$;
