-- Every change of a sale raises its version (ETag) and gives it the company's next change number (changes feed).
-- backfills/ numbers the sales that exist. `change` becomes `not null` in the next release: processes of the last
-- release create sales without it until the functions are replaced.
alter table sale add column version int not null default 1, add column change bigint;

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
