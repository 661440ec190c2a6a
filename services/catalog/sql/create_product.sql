-- Creates a product in one round trip, with the kept total.
create or replace function create_product(p_empresa_id uuid, p_product jsonb, p_key text, p_fingerprint bytea, p_caller jsonb)
returns product language plpgsql as $$
declare
  fresh product := jsonb_populate_record(null::product, p_product);
begin
  perform claim_key(p_empresa_id, p_key);
  fresh.change := next_change(p_empresa_id);
  insert into product_counter as existing (empresa_id, total, active)
    values (p_empresa_id, 1, fresh.ativo::int)
    on conflict (empresa_id) do update
      set total = existing.total + 1, active = existing.active + excluded.active;

  -- Read under the lock of next_change, so that it grows in the order in which products appear.
  fresh.created_at := clock_timestamp();
  insert into product (empresa_id, id, nome, descricao, preco, ativo, representada_id, comissao, created_at, updated_at,
      change)
    values (p_empresa_id, fresh.id, fresh.nome, fresh.descricao, fresh.preco, fresh.ativo, fresh.representada_id,
      fresh.comissao, fresh.created_at, fresh.created_at, fresh.change)
    returning * into fresh;
  perform audit(p_empresa_id, fresh.change, p_caller, 'criar', 'products', fresh.id::text, null);
  -- Most products are created without a key: their answer need not be built. Only a product that has a representada or a rate
  -- shows it; every product shows its description.
  if p_key is not null then
    perform keep_answer(p_empresa_id, p_key, p_fingerprint, 201,
      jsonb_strip_nulls(to_jsonb(fresh)) || jsonb_build_object('descricao', fresh.descricao));
  end if;
  return fresh;
end $$;
