-- The last step of a delete: only the attempt that still holds the record may delete it, and products that use it
-- prevent it. Every writer of products locks the company's sequence first, so none appears after the count.
create or replace function delete_representada(
  p_empresa_id uuid, p_id uuid, p_epoch int, p_versions int[], p_caller jsonb, out removed boolean, out products bigint
) language plpgsql as $$
declare
  gone representada;
  new_change bigint := next_change(p_empresa_id);
begin
  removed := false;
  select count(*) into products from product where empresa_id = p_empresa_id and representada_id = p_id;
  if products > 0 then return; end if;

  delete from representada
    where empresa_id = p_empresa_id and id = p_id and delete_epoch = p_epoch and delete_pending
    returning * into gone;
  removed := found;
  if removed then
    perform check_version(gone.version, p_versions);
    perform audit(p_empresa_id, new_change, p_caller, 'excluir', 'representadas', p_id::text, null);
    perform add_tombstone(p_empresa_id, 'representada', p_id::text, new_change);
    update representada_counter set total = total - 1, active = active - gone.ativo::int
      where empresa_id = p_empresa_id;
  end if;
end $$;
