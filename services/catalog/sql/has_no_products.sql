-- Refuses to delete a representada that products use. Volatile: it sees products that were added while the delete waited for the
-- company's sequence, which every writer of products locks.
create or replace function has_no_products(p_empresa_id uuid, p_representada_id uuid) returns boolean
language plpgsql volatile as $$
declare
  products bigint := (select count(*) from product where empresa_id = p_empresa_id and representada_id = p_representada_id);
begin
  if products > 0 then perform refuse('representada_has_products', products::text); end if;
  return true;
end $$;
