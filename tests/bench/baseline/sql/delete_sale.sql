create or replace function delete_sale(p_empresa_id uuid, p_id uuid) returns boolean language plpgsql as $$
declare
  newest int;
begin
  perform from sale_counter where empresa_id = p_empresa_id order by ano for update;
  delete from sale where empresa_id = p_empresa_id and id = p_id;
  if not found then return false; end if;
  select max(ano) into newest from sale_counter where empresa_id = p_empresa_id;
  update sale_counter set total = total - 1 where empresa_id = p_empresa_id and ano = newest;
  return true;
end $$;
