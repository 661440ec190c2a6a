-- Creates the companies of a development system, each with a key. What is there already stays as it is. Returns the hashes of
-- the keys that are new.
create or replace function create_demo(p_demo json, p_caller jsonb) returns table (hash text) language plpgsql as $$
declare
  demo record;
  new_key uuid;
begin
  for demo in
    select * from json_to_recordset(p_demo) as demo (id uuid, nome text, ativa boolean, key text, hash text)
  loop
    insert into empresa (id, nome, ativa) values (demo.id, demo.nome, demo.ativa) on conflict (id) do nothing;
    if found then
      perform audit_act(demo.id, p_caller, 'criar', 'empresas', demo.id);
    end if;
    perform from empresa where id = demo.id for update;
    insert into api_key (empresa_id, prefix, hash, rotulo, escopo)
      values (demo.id, demo.key, decode(demo.hash, 'hex'), 'Demonstração', 'admin')
      on conflict on constraint api_key_hash_key do nothing
      returning id into new_key;
    if found then
      perform audit_act(demo.id, p_caller, 'criar', 'keys', new_key);
      hash := demo.hash;
      return next;
    end if;
  end loop;
end $$;
