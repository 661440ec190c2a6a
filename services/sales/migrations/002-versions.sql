-- Every change of a sale raises its version (ETag) and gives it the company's next change number (changes feed).
alter table sale add column version int not null default 1, add column change bigint;

update sale set change = number
from (select empresa_id, id, row_number() over (partition by empresa_id order by id) as number from sale) numbered
where sale.empresa_id = numbered.empresa_id and sale.id = numbered.id;

insert into change_sequence (empresa_id, last) select empresa_id, count(*) from sale group by empresa_id;

alter table sale alter column change set not null;
create index sale_change on sale (empresa_id, change);

-- Functions with these names get a further parameter, with a default: processes of the last release still call them.
drop function if exists delete_sale(uuid, uuid);

-- What was changed about a sale, when, with which key and why.
create table sale_history (
  empresa_id uuid not null,
  sale_id uuid not null,
  version int not null,
  alterado_em timestamptz(3) not null,
  -- Of the API key.
  chave_id uuid,
  chave_prefixo text,
  -- The changed fields, before and after.
  de jsonb not null,
  para jsonb not null,
  motivo text,
  constraint sale_history_pkey primary key (empresa_id, sale_id, version),
  constraint sale_history_sale_fkey foreign key (empresa_id, sale_id) references sale on delete cascade
);
