-- Every change of a record raises its version (ETag) and gives it the company's next change number (changes feed).
alter table representada add column version int not null default 1, add column change bigint;
alter table product add column version int not null default 1, add column change bigint;

update representada set change = number
from (select empresa_id, id, row_number() over (partition by empresa_id order by id) as number from representada) numbered
where representada.empresa_id = numbered.empresa_id and representada.id = numbered.id;

insert into change_sequence (empresa_id, last) select empresa_id, count(*) from representada group by empresa_id;

update product set change = coalesce(last, 0) + number
from (
  select empresa_id, id, row_number() over (partition by empresa_id order by created_at, id) as number from product
) numbered
left join change_sequence using (empresa_id)
where product.id = numbered.id;

insert into change_sequence as existing (empresa_id, last) select empresa_id, count(*) from product group by empresa_id
  on conflict (empresa_id) do update set last = existing.last + excluded.last;

alter table representada alter column change set not null;
alter table product alter column change set not null;
create index representada_change on representada (empresa_id, change);
create index product_change on product (empresa_id, change);

-- Functions with these names get a further parameter, with a default: processes of the last release still call them.
drop function if exists update_product(uuid, text, jsonb);
drop function if exists update_representada(uuid, uuid, jsonb);
drop function if exists delete_representada(uuid, uuid, int);
