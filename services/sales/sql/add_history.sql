-- A line in the history of a sale that was changed: the changed fields, before and after.
create or replace function add_history(p_sale sale, p_caller jsonb, p_before jsonb, p_after jsonb, p_motivo text) returns void
language sql as $$
  insert into sale_history (empresa_id, sale_id, version, alterado_em, chave_id, chave_prefixo, de, para, motivo)
    values ((p_sale).empresa_id, (p_sale).id, (p_sale).version, (p_sale).updated_at, (p_caller ->> 'chave_id')::uuid,
      p_caller ->> 'chave_prefixo', p_before, p_after, p_motivo);
$$;
