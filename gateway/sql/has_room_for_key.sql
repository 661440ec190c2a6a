-- May the company have one key more? Also removes its oldest keys that are no longer valid beyond a thousand, so that issuing
-- and revoking over and over does not fill the table. The company's row must be locked.
create or replace function has_room_for_key(p_empresa_id uuid, p_most int) returns boolean language plpgsql as $$
begin
  delete from api_key where id = any (array(
    select id from (
      -- Without this fence the planner may read the keys of all companies in the order of their ids.
      select id from api_key where empresa_id = p_empresa_id and not is_valid_key(api_key) offset 0
    ) invalid
    order by id desc offset 1000
  ));
  return (select count(*) from api_key where empresa_id = p_empresa_id and is_valid_key(api_key)) < p_most;
end $$;
