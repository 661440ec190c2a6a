create table empresa (
  id uuid primary key default uuidv7(),
  nome text not null,
  ativa boolean not null default true,
  time_zone text not null default 'America/Sao_Paulo',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

-- The key itself is shown once, when it is issued, and kept nowhere: `prefix` is enough for people to tell keys apart.
create table api_key (
  id uuid primary key default uuidv7(),
  empresa_id uuid not null references empresa,
  prefix text not null,
  hash bytea not null unique check (octet_length(hash) = 32),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  revoked_at timestamptz(3)
);

create index api_key_empresa on api_key (empresa_id);
create index api_key_prefix on api_key (prefix);
