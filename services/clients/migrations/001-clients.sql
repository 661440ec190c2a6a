-- Every table leads with empresa_id, so that companies can be spread over databases later.
create table client (
  empresa_id uuid not null,
  id uuid not null default uuidv7(),
  codigo text not null,
  nome text not null,
  cnpj_cpf text,
  email text not null,
  telefone text not null,
  endereco text,
  bairro text not null default '',
  cidade text not null,
  estado text not null,
  observacao text not null default '',
  ativo boolean not null,
  segunda boolean not null default false,
  terca boolean not null default false,
  quarta boolean not null default false,
  quinta boolean not null default false,
  sexta boolean not null default false,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,

  -- The owner's side of the reference protocol (libs/references/README.md).
  nome_revision int not null default 0,
  rename_pending boolean not null default false,
  delete_epoch int not null default 0,
  delete_pending boolean not null default false,
  pending_since timestamptz,

  -- What a search looks through; the separator cannot be typed into a name by accident.
  search_text text not null generated always as (
    extensions.fold(nome || e'\x1f' || codigo || e'\x1f' || cidade || e'\x1f' || email)
  ) stored,

  constraint client_pkey primary key (empresa_id, id),
  constraint client_codigo_key unique (empresa_id, codigo)
);

create unique index client_email_key on client (lower(email));
-- Every search reads what is still pending, up to 4 MB unless told otherwise: 9.5 ms against 1 ms.
create index client_search on client using gin (empresa_id, search_text extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 64);
create index client_unfinished on client (pending_since) where delete_pending or rename_pending;

-- One row per company: how many clients it has (so that lists need not count) and the last generated code.
create table client_counter (
  empresa_id uuid primary key,
  total bigint not null default 0,
  last_codigo bigint not null default 0
) with (fillfactor = 20);

-- Creates in one round trip. The counter row is locked first: clients of one company are created one after the
-- other, so a code that is free when it is looked up is still free when it is used.
-- With a key, the answer is kept together with the client, so that after a crash there are both or none.
create function create_client(
  p_empresa_id uuid, p_client jsonb, p_key text, p_fingerprint bytea, out reply text
) language plpgsql as $$
declare
  counter client_counter;
  fresh client := jsonb_populate_record(null::client, p_client);
  generated int := (fresh.codigo is null)::int;
begin
  perform claim_key(p_empresa_id, p_key);

  insert into client_counter as existing (empresa_id, total, last_codigo) values (p_empresa_id, 1, generated)
    on conflict (empresa_id) do update
      set total = existing.total + 1, last_codigo = existing.last_codigo + generated
    returning * into counter;

  if generated = 1 then
    loop
      fresh.codigo := 'CLI' || lpad(counter.last_codigo::text, greatest(4, length(counter.last_codigo::text)), '0');
      exit when not exists (select from client where empresa_id = p_empresa_id and codigo = fresh.codigo);
      -- A caller chose this code before its turn came.
      update client_counter set last_codigo = last_codigo + 1 where empresa_id = p_empresa_id
        returning * into counter;
    end loop;
  end if;

  fresh.id := uuidv7();
  fresh.created_at := uuid_extract_timestamp(fresh.id);
  insert into client (
    empresa_id, id, codigo, nome, cnpj_cpf, email, telefone, endereco, bairro, cidade, estado, observacao, ativo,
    segunda, terca, quarta, quinta, sexta, created_at, updated_at
  ) values (
    p_empresa_id, fresh.id, fresh.codigo, fresh.nome, fresh.cnpj_cpf, fresh.email, fresh.telefone, fresh.endereco,
    fresh.bairro, fresh.cidade, fresh.estado, fresh.observacao, fresh.ativo,
    fresh.segunda, fresh.terca, fresh.quarta, fresh.quinta, fresh.sexta, fresh.created_at, fresh.created_at
  );
  perform count_in_client_mark(p_empresa_id, fresh.id, 1);

  select row_to_json(shown) into reply from (
    select fresh.id, fresh.codigo, fresh.nome, fresh.cnpj_cpf, fresh.email, fresh.telefone, fresh.endereco,
      fresh.cidade, fresh.estado, fresh.ativo,
      iso8601(fresh.created_at) as created_at, iso8601(fresh.created_at) as updated_at
  ) shown;
  perform keep_created(p_empresa_id, p_key, p_fingerprint, reply);
end $$;

-- Changes the fields that are in p_changes, and no others. A new name stays pending until sales has heard of it. One
-- statement for all sets of fields: a text of its own for each of them would be prepared, and kept, by every connection.
create function update_client(p_empresa_id uuid, p_id uuid, p_changes jsonb) returns setof client
language plpgsql as $$
declare
  before client;
  after client;
  renamed boolean;
begin
  select * into before from client where empresa_id = p_empresa_id and id = p_id for no key update;
  if not found then return; end if;
  after := jsonb_populate_record(before, p_changes);
  renamed := after.nome <> before.nome;
  return query
    update client set
      codigo = after.codigo, nome = after.nome, cnpj_cpf = after.cnpj_cpf, email = after.email,
      telefone = after.telefone, endereco = after.endereco, bairro = after.bairro, cidade = after.cidade,
      estado = after.estado, observacao = after.observacao, ativo = after.ativo,
      segunda = after.segunda, terca = after.terca, quarta = after.quarta, quinta = after.quinta, sexta = after.sexta,
      updated_at = greatest(now(), before.updated_at + interval '1 ms'),
      nome_revision = before.nome_revision + renamed::int,
      rename_pending = before.rename_pending or renamed,
      pending_since = case when renamed then now() else before.pending_since end
    where empresa_id = p_empresa_id and id = p_id
    returning *;
end $$;

-- The last step of a delete: only the attempt that still holds the record may take it. The counter row comes first,
-- as in create_client, so that the two never wait for each other.
create function delete_client(p_empresa_id uuid, p_id uuid, p_epoch int) returns boolean language plpgsql as $$
begin
  perform from client_counter where empresa_id = p_empresa_id for update;
  delete from client
    where empresa_id = p_empresa_id and id = p_id and delete_epoch = p_epoch and delete_pending;
  if not found then return false; end if;
  perform count_in_client_mark(p_empresa_id, p_id, -1);
  update client_counter set total = total - 1 where empresa_id = p_empresa_id;
  return true;
end $$;
