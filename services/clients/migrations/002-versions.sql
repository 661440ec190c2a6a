-- Every change of a client raises its version (ETag) and gives it the company's next change number (changes feed).
alter table client add column version int not null default 1, add column change bigint;

update client set change = number
from (select empresa_id, id, row_number() over (partition by empresa_id order by id) as number from client) numbered
where client.empresa_id = numbered.empresa_id and client.id = numbered.id;

insert into change_sequence (empresa_id, last) select empresa_id, count(*) from client group by empresa_id;

alter table client alter column change set not null;
create index client_change on client (empresa_id, change);

-- Functions with these names get a further parameter, with a default: processes of the last release still call them.
drop function if exists update_client(uuid, uuid, jsonb);
drop function if exists delete_client(uuid, uuid, int);
