-- Refuses one key more when a company has p_max valid ones. Also removes its oldest keys that are no longer valid beyond a
-- thousand, so that issuing and revoking over and over does not fill the table. The company's writes must be locked.
create or replace function make_room_for_key(p_empresa_id uuid, p_max int) returns void language plpgsql as $$
begin
  delete from api_key where id = any (array(
    select id from (
      -- Without this fence the planner may read the keys of all companies in the order of their ids.
      select id from api_key where empresa_id = p_empresa_id and not is_valid_key(api_key) offset 0
    ) invalid
    order by id desc offset 1000
  ));
  if (select count(*) from api_key where empresa_id = p_empresa_id and is_valid_key(api_key)) >= p_max then
    perform refuse('key_too_many');
  end if;
end $$;
