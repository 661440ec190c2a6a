create table empresa (
  id uuid primary key default uuidv7(),
  nome text not null,
  ativa boolean not null default true,
  fuso_horario text not null default 'America/Sao_Paulo',
  -- Null: the gateway's own limits (RATE_LIMIT, RATE_BURST).
  requisicoes_por_segundo int check (requisicoes_por_segundo between 1 and 100000),
  rajada int check (rajada between 1 and 1000000),
  registro_proprio boolean not null default false,
  criada_em timestamptz(3) not null default now(),
  atualizada_em timestamptz(3) not null default now()
);

-- The key itself is shown once, when it is issued, and kept nowhere: `prefixo` is enough for people to tell keys apart.
create table api_key (
  id uuid primary key default uuidv7(),
  empresa_id uuid not null references empresa,
  prefixo text not null,
  hash bytea not null unique check (octet_length(hash) = 32),
  rotulo text not null default '',
  escopo text not null default 'write' check (escopo in ('read', 'write', 'admin')),
  criada_em timestamptz(3) not null default now(),
  expira_em timestamptz(3),
  revoked_at timestamptz(3),
  -- To the minute; written in batches.
  ultimo_uso timestamptz(3),
  -- Of a key that was rotated: `expira_em` is the end of its overlap, this is when it would have expired. Null: never.
  is_rotated boolean not null default false,
  unrotated_expires_at timestamptz
);

create index api_key_empresa on api_key (empresa_id);
create index api_key_prefixo on api_key (prefixo);
