-- A change of what was received of a sale: a new version, a place in the changes feed, and a line in its history.
create or replace function change_received(
  p_sale sale, p_change bigint, p_received numeric, p_caller jsonb, p_motivo text
) returns void language plpgsql as $$
declare
  after sale;
begin
  update sale set recebido = p_received, version = p_sale.version + 1, change = p_change,
      updated_at = greatest(now(), p_sale.updated_at + interval '1 ms')
    where empresa_id = p_sale.empresa_id and id = p_sale.id returning * into after;
  insert into sale_history (empresa_id, sale_id, version, alterado_em, chave_id, chave_prefixo, de, para, motivo)
    values (p_sale.empresa_id, p_sale.id, after.version, after.updated_at, (p_caller ->> 'chave_id')::uuid, p_caller ->> 'chave_prefixo',
      jsonb_build_object('recebido', p_sale.recebido), jsonb_build_object('recebido', after.recebido), p_motivo);
end $$;
