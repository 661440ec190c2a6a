-- Null: the gateway's own limits (RATE_LIMIT, RATE_BURST).
alter table empresa
  add column requisicoes_por_segundo int check (requisicoes_por_segundo between 1 and 100000),
  add column rajada int check (rajada between 1 and 1000000);

-- Keys that were issued before there were scopes may read and write.
alter table api_key
  add column rotulo text not null default '',
  add column escopo text not null default 'write' check (escopo in ('read', 'write', 'admin')),
  -- To the minute; written in batches.
  add column last_used_at timestamptz(3);

update api_key set escopo = 'admin' where prefix like 'demo-empresa-%';
