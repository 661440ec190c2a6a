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
  perform add_history(after, p_caller, jsonb_build_object('recebido', p_sale.recebido),
    jsonb_build_object('recebido', after.recebido), p_motivo);
end $$;
