-- The schema of release 0.1.0 with some data of two demo companies, for upgrade.test.ts. Made with
--
--   pg_dump --inserts --rows-per-insert 200 --no-comments
--
-- and without the lines that only psql understands. Never edited: a new release adds a file (README.md, "Release").
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET transaction_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE SCHEMA catalog;
ALTER SCHEMA catalog OWNER TO catalog;
CREATE SCHEMA clients;
ALTER SCHEMA clients OWNER TO clients;
CREATE SCHEMA extensions;
ALTER SCHEMA extensions OWNER TO postgres;
CREATE SCHEMA gateway;
ALTER SCHEMA gateway OWNER TO gateway;
CREATE SCHEMA sales;
ALTER SCHEMA sales OWNER TO sales;
CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA extensions;
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA extensions;
CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA extensions;
CREATE FUNCTION catalog.claim_key(p_empresa_id uuid, p_key text) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  prevented_by text := try_key(p_empresa_id, p_key);
begin
  if prevented_by is not null then raise exception '%', prevented_by using constraint = prevented_by; end if;
end $$;
ALTER FUNCTION catalog.claim_key(p_empresa_id uuid, p_key text) OWNER TO catalog;
CREATE FUNCTION extensions.fold(value text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN lower(extensions.unaccent('extensions.unaccent'::regdictionary, value));
ALTER FUNCTION extensions.fold(value text) OWNER TO postgres;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE catalog.product (
    empresa_id uuid NOT NULL,
    id text NOT NULL,
    nome text NOT NULL,
    descricao text,
    preco numeric(15,6) NOT NULL,
    ativo boolean NOT NULL,
    representada_id uuid,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    search_text text GENERATED ALWAYS AS (extensions.fold(((((id || ''::text) || nome) || ''::text) || COALESCE(descricao, ''::text)))) STORED NOT NULL,
    CONSTRAINT product_preco_check CHECK ((preco >= (0)::numeric))
);
ALTER TABLE catalog.product OWNER TO catalog;
CREATE FUNCTION catalog.create_product(p_empresa_id uuid, p_product jsonb, p_key text, p_fingerprint bytea) RETURNS catalog.product
    LANGUAGE plpgsql
    AS $$
declare
  fresh product := jsonb_populate_record(null::product, p_product);
begin
  perform claim_key(p_empresa_id, p_key);
  insert into product_counter as existing (empresa_id, total, active)
    values (p_empresa_id, 1, fresh.ativo::int)
    on conflict (empresa_id) do update
      set total = existing.total + 1, active = existing.active + excluded.active;
  -- Read under the counter's lock, so that it grows in the order in which products appear.
  fresh.created_at := clock_timestamp();
  insert into product (empresa_id, id, nome, descricao, preco, ativo, representada_id, created_at, updated_at)
    values (p_empresa_id, fresh.id, fresh.nome, fresh.descricao, fresh.preco, fresh.ativo, fresh.representada_id,
      fresh.created_at, fresh.created_at)
    returning * into fresh;
  if p_key is not null then
    -- Only a product that has a representada shows it.
    perform keep_answer(p_empresa_id, p_key, p_fingerprint, 201,
      to_jsonb(fresh) - case when fresh.representada_id is null then 'representada_id' else '' end);
  end if;
  return fresh;
end $$;
ALTER FUNCTION catalog.create_product(p_empresa_id uuid, p_product jsonb, p_key text, p_fingerprint bytea) OWNER TO catalog;
CREATE TABLE catalog.representada (
    empresa_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    nome text NOT NULL,
    cnpj text NOT NULL,
    email text NOT NULL,
    telefone text NOT NULL,
    endereco text NOT NULL,
    cidade text NOT NULL,
    estado text NOT NULL,
    contato text NOT NULL,
    observacao text NOT NULL,
    comissao numeric(9,6) NOT NULL,
    ativo boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    nome_revision integer DEFAULT 0 NOT NULL,
    rename_pending boolean DEFAULT false NOT NULL,
    delete_epoch integer DEFAULT 0 NOT NULL,
    delete_pending boolean DEFAULT false NOT NULL,
    pending_since timestamp with time zone,
    search_text text GENERATED ALWAYS AS (extensions.fold(((((nome || ''::text) || cidade) || ''::text) || cnpj))) STORED NOT NULL,
    CONSTRAINT representada_comissao_check CHECK (((comissao >= (0)::numeric) AND (comissao <= (100)::numeric)))
);
ALTER TABLE catalog.representada OWNER TO catalog;
CREATE FUNCTION catalog.create_representada(p_empresa_id uuid, p_representada jsonb, p_key text, p_fingerprint bytea) RETURNS catalog.representada
    LANGUAGE plpgsql
    AS $$
declare
  fresh representada := jsonb_populate_record(null::representada, p_representada);
begin
  perform claim_key(p_empresa_id, p_key);
  insert into representada_counter as existing (empresa_id, total, active)
    values (p_empresa_id, 1, fresh.ativo::int)
    on conflict (empresa_id) do update
      set total = existing.total + 1, active = existing.active + excluded.active;
  fresh.id := uuidv7();
  fresh.created_at := uuid_extract_timestamp(fresh.id);
  insert into representada (
    empresa_id, id, nome, cnpj, email, telefone, endereco, cidade, estado, contato, observacao, comissao, ativo,
    created_at, updated_at
  ) values (
    p_empresa_id, fresh.id, fresh.nome, fresh.cnpj, fresh.email, fresh.telefone, fresh.endereco, fresh.cidade,
    fresh.estado, fresh.contato, fresh.observacao, fresh.comissao, fresh.ativo, fresh.created_at, fresh.created_at
  ) returning * into fresh;
  if p_key is not null then
    perform keep_answer(p_empresa_id, p_key, p_fingerprint, 201, to_jsonb(fresh));
  end if;
  return fresh;
end $$;
ALTER FUNCTION catalog.create_representada(p_empresa_id uuid, p_representada jsonb, p_key text, p_fingerprint bytea) OWNER TO catalog;
CREATE FUNCTION catalog.delete_representada(p_empresa_id uuid, p_id uuid, p_epoch integer, OUT removed boolean, OUT products bigint) RETURNS record
    LANGUAGE plpgsql
    AS $$
declare
  gone representada;
begin
  perform from representada_counter where empresa_id = p_empresa_id for update;
  loop
    removed := false;
    select count(*) into products from product where empresa_id = p_empresa_id and representada_id = p_id;
    exit when products > 0;
    begin
      delete from representada
        where empresa_id = p_empresa_id and id = p_id and delete_epoch = p_epoch and delete_pending
        returning * into gone;
      removed := found;
      exit;
    exception when foreign_key_violation then
      continue;
    end;
  end loop;
  if removed then
    update representada_counter set total = total - 1, active = active - gone.ativo::int
      where empresa_id = p_empresa_id;
  end if;
end $$;
ALTER FUNCTION catalog.delete_representada(p_empresa_id uuid, p_id uuid, p_epoch integer, OUT removed boolean, OUT products bigint) OWNER TO catalog;
CREATE FUNCTION catalog.keep_answer(p_empresa_id uuid, p_key text, p_fingerprint bytea, p_status integer, p_record jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  insert into kept_answer as old (empresa_id, key, fingerprint, status, record)
    values (p_empresa_id, p_key, p_fingerprint, p_status, p_record)
  -- The key was claimed, so an existing row is older than 24 hours.
  on conflict (empresa_id, key) do update set
    fingerprint = excluded.fingerprint, status = excluded.status, record = excluded.record,
    created_at = excluded.created_at
    where old.created_at <= now() - interval '24 hours';
end $$;
ALTER FUNCTION catalog.keep_answer(p_empresa_id uuid, p_key text, p_fingerprint bytea, p_status integer, p_record jsonb) OWNER TO catalog;
CREATE FUNCTION catalog.keep_refusal(p_empresa_id uuid, p_key text, p_fingerprint bytea, p_status integer, p_record jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  perform claim_key(p_empresa_id, p_key);
  perform keep_answer(p_empresa_id, p_key, p_fingerprint, p_status, p_record);
end $$;
ALTER FUNCTION catalog.keep_refusal(p_empresa_id uuid, p_key text, p_fingerprint bytea, p_status integer, p_record jsonb) OWNER TO catalog;
CREATE FUNCTION catalog.try_key(p_empresa_id uuid, p_key text) RETURNS text
    LANGUAGE plpgsql
    AS $$
begin
  if p_key is null then return null; end if;
  if not pg_try_advisory_xact_lock(hashtextextended(current_schema || ' ' || p_empresa_id || ' ' || p_key, 0)) then
    return 'kept_answer_running';
  end if;
  if exists (
    select from kept_answer
    where empresa_id = p_empresa_id and key = p_key and created_at > now() - interval '24 hours'
  ) then
    return 'kept_answer_exists';
  end if;
  return null;
end $$;
ALTER FUNCTION catalog.try_key(p_empresa_id uuid, p_key text) OWNER TO catalog;
CREATE FUNCTION catalog.update_product(p_empresa_id uuid, p_id text, p_changes jsonb) RETURNS SETOF catalog.product
    LANGUAGE plpgsql
    AS $$
declare
  before product;
  after product;
begin
  if p_changes ? 'ativo' then
    perform from product_counter where empresa_id = p_empresa_id for update;
  end if;
  select * into before from product where empresa_id = p_empresa_id and id = p_id for no key update;
  if not found then return; end if;
  after := jsonb_populate_record(before, p_changes);
  if after.ativo <> before.ativo then
    update product_counter set active = active + after.ativo::int - before.ativo::int where empresa_id = p_empresa_id;
  end if;
  return query
    update product set
      nome = after.nome, descricao = after.descricao, preco = after.preco, ativo = after.ativo,
      representada_id = after.representada_id, updated_at = greatest(now(), before.updated_at + interval '1 ms')
    where empresa_id = p_empresa_id and id = p_id
    returning *;
end $$;
ALTER FUNCTION catalog.update_product(p_empresa_id uuid, p_id text, p_changes jsonb) OWNER TO catalog;
CREATE FUNCTION catalog.update_representada(p_empresa_id uuid, p_id uuid, p_changes jsonb) RETURNS SETOF catalog.representada
    LANGUAGE plpgsql
    AS $$
declare
  before representada;
  after representada;
  renamed boolean;
begin
  if p_changes ? 'ativo' then
    perform from representada_counter where empresa_id = p_empresa_id for update;
  end if;
  select * into before from representada where empresa_id = p_empresa_id and id = p_id for no key update;
  if not found then return; end if;
  after := jsonb_populate_record(before, p_changes);
  renamed := after.nome <> before.nome;
  if after.ativo <> before.ativo then
    update representada_counter set active = active + after.ativo::int - before.ativo::int
      where empresa_id = p_empresa_id;
  end if;
  return query
    update representada set
      nome = after.nome, cnpj = after.cnpj, email = after.email, telefone = after.telefone, endereco = after.endereco,
      cidade = after.cidade, estado = after.estado, contato = after.contato, observacao = after.observacao,
      comissao = after.comissao, ativo = after.ativo,
      updated_at = greatest(now(), before.updated_at + interval '1 ms'),
      nome_revision = before.nome_revision + renamed::int,
      rename_pending = before.rename_pending or renamed,
      pending_since = case when renamed then now() else before.pending_since end
    where empresa_id = p_empresa_id and id = p_id
    returning *;
end $$;
ALTER FUNCTION catalog.update_representada(p_empresa_id uuid, p_id uuid, p_changes jsonb) OWNER TO catalog;
CREATE FUNCTION clients.claim_key(p_empresa_id uuid, p_key text) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  prevented_by text := try_key(p_empresa_id, p_key);
begin
  if prevented_by is not null then raise exception '%', prevented_by using constraint = prevented_by; end if;
end $$;
ALTER FUNCTION clients.claim_key(p_empresa_id uuid, p_key text) OWNER TO clients;
CREATE TABLE clients.client (
    empresa_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    codigo text NOT NULL,
    nome text NOT NULL,
    cnpj_cpf text,
    email text NOT NULL,
    telefone text NOT NULL,
    endereco text,
    bairro text DEFAULT ''::text NOT NULL,
    cidade text NOT NULL,
    estado text NOT NULL,
    observacao text DEFAULT ''::text NOT NULL,
    ativo boolean NOT NULL,
    segunda boolean DEFAULT false NOT NULL,
    terca boolean DEFAULT false NOT NULL,
    quarta boolean DEFAULT false NOT NULL,
    quinta boolean DEFAULT false NOT NULL,
    sexta boolean DEFAULT false NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    nome_revision integer DEFAULT 0 NOT NULL,
    rename_pending boolean DEFAULT false NOT NULL,
    delete_epoch integer DEFAULT 0 NOT NULL,
    delete_pending boolean DEFAULT false NOT NULL,
    pending_since timestamp with time zone,
    search_text text GENERATED ALWAYS AS (extensions.fold(((((((nome || ''::text) || codigo) || ''::text) || cidade) || ''::text) || email))) STORED NOT NULL
);
ALTER TABLE clients.client OWNER TO clients;
CREATE FUNCTION clients.create_client(p_empresa_id uuid, p_client jsonb, p_key text, p_fingerprint bytea) RETURNS clients.client
    LANGUAGE plpgsql
    AS $$
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
  ) returning * into fresh;
  if p_key is not null then
    perform keep_answer(p_empresa_id, p_key, p_fingerprint, 201, to_jsonb(fresh));
  end if;
  return fresh;
end $$;
ALTER FUNCTION clients.create_client(p_empresa_id uuid, p_client jsonb, p_key text, p_fingerprint bytea) OWNER TO clients;
CREATE FUNCTION clients.delete_client(p_empresa_id uuid, p_id uuid, p_epoch integer) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
begin
  perform from client_counter where empresa_id = p_empresa_id for update;
  delete from client
    where empresa_id = p_empresa_id and id = p_id and delete_epoch = p_epoch and delete_pending;
  if not found then return false; end if;
  update client_counter set total = total - 1 where empresa_id = p_empresa_id;
  return true;
end $$;
ALTER FUNCTION clients.delete_client(p_empresa_id uuid, p_id uuid, p_epoch integer) OWNER TO clients;
CREATE FUNCTION clients.keep_answer(p_empresa_id uuid, p_key text, p_fingerprint bytea, p_status integer, p_record jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  insert into kept_answer as old (empresa_id, key, fingerprint, status, record)
    values (p_empresa_id, p_key, p_fingerprint, p_status, p_record)
  -- The key was claimed, so an existing row is older than 24 hours.
  on conflict (empresa_id, key) do update set
    fingerprint = excluded.fingerprint, status = excluded.status, record = excluded.record,
    created_at = excluded.created_at
    where old.created_at <= now() - interval '24 hours';
end $$;
ALTER FUNCTION clients.keep_answer(p_empresa_id uuid, p_key text, p_fingerprint bytea, p_status integer, p_record jsonb) OWNER TO clients;
CREATE FUNCTION clients.keep_refusal(p_empresa_id uuid, p_key text, p_fingerprint bytea, p_status integer, p_record jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  perform claim_key(p_empresa_id, p_key);
  perform keep_answer(p_empresa_id, p_key, p_fingerprint, p_status, p_record);
end $$;
ALTER FUNCTION clients.keep_refusal(p_empresa_id uuid, p_key text, p_fingerprint bytea, p_status integer, p_record jsonb) OWNER TO clients;
CREATE FUNCTION clients.try_key(p_empresa_id uuid, p_key text) RETURNS text
    LANGUAGE plpgsql
    AS $$
begin
  if p_key is null then return null; end if;
  if not pg_try_advisory_xact_lock(hashtextextended(current_schema || ' ' || p_empresa_id || ' ' || p_key, 0)) then
    return 'kept_answer_running';
  end if;
  if exists (
    select from kept_answer
    where empresa_id = p_empresa_id and key = p_key and created_at > now() - interval '24 hours'
  ) then
    return 'kept_answer_exists';
  end if;
  return null;
end $$;
ALTER FUNCTION clients.try_key(p_empresa_id uuid, p_key text) OWNER TO clients;
CREATE FUNCTION clients.update_client(p_empresa_id uuid, p_id uuid, p_changes jsonb) RETURNS SETOF clients.client
    LANGUAGE plpgsql
    AS $$
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
ALTER FUNCTION clients.update_client(p_empresa_id uuid, p_id uuid, p_changes jsonb) OWNER TO clients;
CREATE FUNCTION extensions.containing(value text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (('%'::text || regexp_replace(extensions.fold(value), '([\\%_])'::text, '\\\1'::text, 'g'::text)) || '%'::text);
ALTER FUNCTION extensions.containing(value text) OWNER TO postgres;
CREATE FUNCTION sales.claim_key(p_empresa_id uuid, p_key text) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  prevented_by text := try_key(p_empresa_id, p_key);
begin
  if prevented_by is not null then raise exception '%', prevented_by using constraint = prevented_by; end if;
end $$;
ALTER FUNCTION sales.claim_key(p_empresa_id uuid, p_key text) OWNER TO sales;
CREATE FUNCTION sales.create_sales(p_empresa_id uuid, p_sales json) RETURNS TABLE(n integer, id uuid, pedido text, created_at timestamp with time zone, refusal text)
    LANGUAGE plpgsql
    AS $$
#variable_conflict use_column
declare
  wanted record;
  used record;
  number bigint;
  made sale;
  missing text[] := '{}';
begin
  for used in
    select sale.n, reference.*
    from json_to_recordset(p_sales) as sale (
      n int, cliente_id uuid, cliente_nome text, cliente_revision int,
      representada_id uuid, representada_nome text, representada_revision int)
    cross join lateral (values
      ('client', cliente_id, cliente_nome, cliente_revision),
      ('representada', representada_id, representada_nome, representada_revision)
    ) reference (kind, id, nome, revision)
    order by kind, id
  loop
    if not hold_reference(p_empresa_id, used.kind, used.id, used.nome, used.revision) then
      missing[used.n] := coalesce(missing[used.n], format('sale_%s_fkey', used.kind));
    end if;
  end loop;
  for wanted in
    select * from json_to_recordset(p_sales) as sale (
      n int, ano int, pedido text, data date, cliente_id uuid, representada_id uuid, status text, valor_total numeric,
      itens json, key text, fingerprint bytea)
    order by ano, n
  loop
    n := wanted.n;
    id := null;
    pedido := null;
    created_at := null;
    refusal := coalesce(try_key(p_empresa_id, wanted.key), missing[wanted.n]);
    if refusal is not null then
      return next;
      continue;
    end if;
    insert into sale_counter as existing (empresa_id, ano, total, last_pedido)
      values (p_empresa_id, wanted.ano, 1, (wanted.pedido is null)::int)
      on conflict (empresa_id, ano) do update
        set total = existing.total + 1, last_pedido = existing.last_pedido + excluded.last_pedido
      returning last_pedido into number;
    -- The id is given under the counter's lock, so ids grow in the order in which sales appear.
    made.id := uuidv7();
    loop
      insert into sale
          (empresa_id, id, pedido, data, cliente_id, representada_id, status, valor_total, created_at, updated_at)
        values (p_empresa_id, made.id,
          coalesce(wanted.pedido, format('PED-%s-%s', wanted.ano, lpad(number::text, greatest(4, length(number::text)), '0'))),
          wanted.data, wanted.cliente_id, wanted.representada_id, wanted.status, wanted.valor_total,
          uuid_extract_timestamp(made.id), uuid_extract_timestamp(made.id))
        on conflict on constraint sale_pedido_key do nothing
        returning * into made;
      exit when found;
      if wanted.pedido is not null then
        update sale_counter set total = total - 1 where empresa_id = p_empresa_id and ano = wanted.ano;
        refusal := 'sale_pedido_key';
        exit;
      end if;
      -- A caller chose this code before its turn came.
      update sale_counter set last_pedido = last_pedido + 1 where empresa_id = p_empresa_id and ano = wanted.ano
        returning last_pedido into number;
      made.id := uuidv7();
    end loop;
    if refusal is not null then
      return next;
      continue;
    end if;
    insert into sale_item (empresa_id, sale_id, posicao, produto_id, quantidade, valor_unitario, valor_total)
      select p_empresa_id, made.id, posicao, produto_id, quantidade, valor_unitario, valor_total
      from rows from (json_to_recordset(wanted.itens)
        as (produto_id text, quantidade numeric, valor_unitario numeric, valor_total numeric))
        with ordinality as item (produto_id, quantidade, valor_unitario, valor_total, posicao);
    if wanted.key is not null then
      perform keep_answer(p_empresa_id, wanted.key, wanted.fingerprint, 201,
        to_jsonb(made) || jsonb_build_object('itens', wanted.itens));
    end if;
    id := made.id;
    pedido := made.pedido;
    created_at := made.created_at;
    return next;
  end loop;
end $$;
ALTER FUNCTION sales.create_sales(p_empresa_id uuid, p_sales json) OWNER TO sales;
CREATE FUNCTION sales.delete_sale(p_empresa_id uuid, p_id uuid) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
declare
  newest int;
begin
  perform from sale_counter where empresa_id = p_empresa_id order by ano for update;
  delete from sale where empresa_id = p_empresa_id and id = p_id;
  if not found then return false; end if;
  select max(ano) into newest from sale_counter where empresa_id = p_empresa_id;
  update sale_counter set total = total - 1 where empresa_id = p_empresa_id and ano = newest;
  return true;
end $$;
ALTER FUNCTION sales.delete_sale(p_empresa_id uuid, p_id uuid) OWNER TO sales;
CREATE FUNCTION sales.fence_reference(p_empresa_id uuid, p_id uuid, p_kind text, p_epoch integer) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
declare
  voided int;
  sales bigint;
begin
  insert into reference (empresa_id, id, kind, nome, revision) values (p_empresa_id, p_id, p_kind, '', -1)
    on conflict (empresa_id, id) do nothing;
  select voided_epoch into voided from reference where empresa_id = p_empresa_id and id = p_id for update;
  if p_epoch <= voided then return null; end if;
  if p_kind = 'client' then
    select count(*) into sales from sale where empresa_id = p_empresa_id and cliente_id = p_id;
  else
    select count(*) into sales from sale where empresa_id = p_empresa_id and representada_id = p_id;
  end if;
  -- A refused attempt is over: a late copy of its message must not fence the record when its sales are gone.
  update reference set
    voided_epoch = case when sales > 0 then p_epoch else voided_epoch end,
    fence_epoch = case when sales > 0 then fence_epoch else greatest(fence_epoch, p_epoch) end
    where empresa_id = p_empresa_id and id = p_id;
  return sales;
end $$;
ALTER FUNCTION sales.fence_reference(p_empresa_id uuid, p_id uuid, p_kind text, p_epoch integer) OWNER TO sales;
CREATE FUNCTION sales.hold_reference(p_empresa_id uuid, p_kind text, p_id uuid, p_nome text, p_revision integer) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
begin
  perform from reference
    where empresa_id = p_empresa_id and id = p_id and fence_epoch is null and revision >= 0 for share;
  if found then return true; end if;
  insert into reference as existing (empresa_id, id, kind, nome, revision)
    values (p_empresa_id, p_id, p_kind, p_nome, p_revision)
    on conflict (empresa_id, id) do update set nome = excluded.nome, revision = excluded.revision
      where existing.revision < excluded.revision;
  perform from reference where empresa_id = p_empresa_id and id = p_id and fence_epoch is null for share;
  return found;
end $$;
ALTER FUNCTION sales.hold_reference(p_empresa_id uuid, p_kind text, p_id uuid, p_nome text, p_revision integer) OWNER TO sales;
CREATE FUNCTION sales.keep_answer(p_empresa_id uuid, p_key text, p_fingerprint bytea, p_status integer, p_record jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  insert into kept_answer as old (empresa_id, key, fingerprint, status, record)
    values (p_empresa_id, p_key, p_fingerprint, p_status, p_record)
  -- The key was claimed, so an existing row is older than 24 hours.
  on conflict (empresa_id, key) do update set
    fingerprint = excluded.fingerprint, status = excluded.status, record = excluded.record,
    created_at = excluded.created_at
    where old.created_at <= now() - interval '24 hours';
end $$;
ALTER FUNCTION sales.keep_answer(p_empresa_id uuid, p_key text, p_fingerprint bytea, p_status integer, p_record jsonb) OWNER TO sales;
CREATE FUNCTION sales.keep_refusal(p_empresa_id uuid, p_key text, p_fingerprint bytea, p_status integer, p_record jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  perform claim_key(p_empresa_id, p_key);
  perform keep_answer(p_empresa_id, p_key, p_fingerprint, p_status, p_record);
end $$;
ALTER FUNCTION sales.keep_refusal(p_empresa_id uuid, p_key text, p_fingerprint bytea, p_status integer, p_record jsonb) OWNER TO sales;
CREATE FUNCTION sales.try_key(p_empresa_id uuid, p_key text) RETURNS text
    LANGUAGE plpgsql
    AS $$
begin
  if p_key is null then return null; end if;
  if not pg_try_advisory_xact_lock(hashtextextended(current_schema || ' ' || p_empresa_id || ' ' || p_key, 0)) then
    return 'kept_answer_running';
  end if;
  if exists (
    select from kept_answer
    where empresa_id = p_empresa_id and key = p_key and created_at > now() - interval '24 hours'
  ) then
    return 'kept_answer_exists';
  end if;
  return null;
end $$;
ALTER FUNCTION sales.try_key(p_empresa_id uuid, p_key text) OWNER TO sales;
CREATE TABLE catalog.applied_sql (
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE catalog.applied_sql OWNER TO catalog;
CREATE TABLE catalog.kept_answer (
    empresa_id uuid NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    status integer NOT NULL,
    record jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE catalog.kept_answer OWNER TO catalog;
CREATE TABLE catalog.product_counter (
    empresa_id uuid NOT NULL,
    total bigint DEFAULT 0 NOT NULL,
    active bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='20');
ALTER TABLE catalog.product_counter OWNER TO catalog;
CREATE TABLE catalog.representada_counter (
    empresa_id uuid NOT NULL,
    total bigint DEFAULT 0 NOT NULL,
    active bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='20');
ALTER TABLE catalog.representada_counter OWNER TO catalog;
CREATE TABLE clients.applied_sql (
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE clients.applied_sql OWNER TO clients;
CREATE TABLE clients.client_counter (
    empresa_id uuid NOT NULL,
    total bigint DEFAULT 0 NOT NULL,
    last_codigo bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='20');
ALTER TABLE clients.client_counter OWNER TO clients;
CREATE TABLE clients.kept_answer (
    empresa_id uuid NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    status integer NOT NULL,
    record jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE clients.kept_answer OWNER TO clients;
CREATE TABLE gateway.api_key (
    id uuid DEFAULT uuidv7() NOT NULL,
    empresa_id uuid NOT NULL,
    prefix text NOT NULL,
    hash bytea NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    CONSTRAINT api_key_hash_check CHECK ((octet_length(hash) = 32))
);
ALTER TABLE gateway.api_key OWNER TO gateway;
CREATE TABLE gateway.applied_sql (
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE gateway.applied_sql OWNER TO gateway;
CREATE TABLE gateway.empresa (
    id uuid DEFAULT uuidv7() NOT NULL,
    nome text NOT NULL,
    ativa boolean DEFAULT true NOT NULL,
    time_zone text DEFAULT 'America/Sao_Paulo'::text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
ALTER TABLE gateway.empresa OWNER TO gateway;
CREATE TABLE sales.applied_sql (
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE sales.applied_sql OWNER TO sales;
CREATE TABLE sales.kept_answer (
    empresa_id uuid NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    status integer NOT NULL,
    record jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE sales.kept_answer OWNER TO sales;
CREATE TABLE sales.reference (
    empresa_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    nome text NOT NULL,
    revision integer NOT NULL,
    fence_epoch integer,
    voided_epoch integer DEFAULT 0 NOT NULL,
    CONSTRAINT reference_kind_check CHECK ((kind = ANY (ARRAY['client'::text, 'representada'::text])))
);
ALTER TABLE sales.reference OWNER TO sales;
CREATE TABLE sales.sale (
    empresa_id uuid NOT NULL,
    id uuid DEFAULT uuidv7() NOT NULL,
    pedido text NOT NULL,
    data date NOT NULL,
    cliente_id uuid NOT NULL,
    representada_id uuid NOT NULL,
    status text NOT NULL,
    valor_total numeric(15,2) NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE sales.sale OWNER TO sales;
CREATE TABLE sales.sale_counter (
    empresa_id uuid NOT NULL,
    ano integer NOT NULL,
    total bigint DEFAULT 0 NOT NULL,
    last_pedido bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='20');
ALTER TABLE sales.sale_counter OWNER TO sales;
CREATE TABLE sales.sale_item (
    empresa_id uuid NOT NULL,
    sale_id uuid NOT NULL,
    posicao integer NOT NULL,
    produto_id text NOT NULL,
    quantidade numeric(15,6) NOT NULL,
    valor_unitario numeric(15,6) NOT NULL,
    valor_total numeric(15,2) NOT NULL,
    CONSTRAINT sale_item_quantidade_check CHECK ((quantidade > (0)::numeric)),
    CONSTRAINT sale_item_valor_unitario_check CHECK ((valor_unitario > (0)::numeric))
);
ALTER TABLE sales.sale_item OWNER TO sales;
INSERT INTO catalog.applied_sql VALUES
	('idempotency/migrations/001-kept-answer.sql', 'b789cb8e3a372b610d5216fd6558e964b782b15e815bce404410b5cfde3c6396', '2026-11-16 01:30:28.697379+00'),
	('catalog/migrations/001-catalog.sql', '1aa358126280a770e2e0a54d4abf1fa1abd52b83fb3d9c47da2875c4dfd15873', '2026-11-16 01:30:28.715888+00'),
	('idempotency/sql/claim_key.sql', '5d5184530612c43b4b9905d616cbce30018ef8d47234326f1def913052a2ef7c', '2026-11-16 01:30:28.75611+00'),
	('idempotency/sql/keep_answer.sql', '60a6ab54c83774bd95132d367317ad303705ee66f244adaa93919c66960d6865', '2026-11-16 01:30:28.767246+00'),
	('idempotency/sql/keep_refusal.sql', '550e7c3cc4d875c5fcc104bda229e8a1cde9ed6706a2584d772ff3333ced3066', '2026-11-16 01:30:28.77664+00'),
	('idempotency/sql/try_key.sql', 'b86e2143ab3cef5937f1676fa2e1976ddb9ca89e9e378f042ede3b3c1ad9dad1', '2026-11-16 01:30:28.782456+00'),
	('catalog/sql/create_product.sql', 'aa67b56a6d2a8d55516c0de79fe345ffb673f06fbf3670cd86ee6247f721ca5c', '2026-11-16 01:30:28.800316+00'),
	('catalog/sql/create_representada.sql', '143abeebccc8eca9806ed62f6d36f81c61dcae35a18a8cd957aae890e80993ad', '2026-11-16 01:30:28.811403+00'),
	('catalog/sql/delete_representada.sql', 'd7a1839e3f275010843563bc6d62308f8bd5c81112c6dfab5fd2b48bacec2a3e', '2026-11-16 01:30:28.815708+00'),
	('catalog/sql/update_product.sql', '7225e579a871f75ea5b7b90e9124ece13a368f081ede4c99585477a9ecf02d50', '2026-11-16 01:30:28.823019+00'),
	('catalog/sql/update_representada.sql', 'e26ceafdc9d4f2eb271ff93e227175a3feff5847a8262bc8bfd6311b6f3d4642', '2026-11-16 01:30:28.832081+00');
INSERT INTO catalog.product VALUES
	('01900000-0000-7000-8000-00000000000a', 'a-PROD-0', 'Produto 0', 'de teste', 10.000000, true, NULL, '2026-11-16 01:32:20.781+00', '2026-11-16 01:32:20.781+00', DEFAULT),
	('01900000-0000-7000-8000-00000000000a', 'a-PROD-1', 'Produto 1', 'de teste', 10.010000, true, '01a1e1fb-d69d-762c-8185-662425b08911', '2026-11-16 01:32:20.796+00', '2026-11-16 01:32:20.796+00', DEFAULT),
	('01900000-0000-7000-8000-00000000000a', 'a-PROD-2', 'Produto 2', 'de teste', 10.020000, true, NULL, '2026-11-16 01:32:20.804+00', '2026-11-16 01:32:20.804+00', DEFAULT),
	('01900000-0000-7000-8000-00000000000a', 'a-PROD-3', 'Produto 3', 'de teste', 10.030000, true, '01a1e1fb-d682-7a67-96a8-4ecfefe87caa', '2026-11-16 01:32:20.815+00', '2026-11-16 01:32:20.815+00', DEFAULT),
	('01900000-0000-7000-8000-00000000000a', 'a-PROD-4', 'Produto 4', 'de teste', 10.040000, true, NULL, '2026-11-16 01:32:20.823+00', '2026-11-16 01:32:20.823+00', DEFAULT),
	('01900000-0000-7000-8000-00000000000a', 'a-PROD-5', 'Produto 5', 'de teste', 10.050000, true, '01a1e1fb-d6a7-7423-9e7a-4f54e4661841', '2026-11-16 01:32:20.83+00', '2026-11-16 01:32:20.83+00', DEFAULT),
	('01900000-0000-7000-8000-00000000000a', 'a-PROD-6', 'Produto 6', 'de teste', 10.060000, true, NULL, '2026-11-16 01:32:20.837+00', '2026-11-16 01:32:20.837+00', DEFAULT),
	('01900000-0000-7000-8000-00000000000a', 'a-PROD-7', 'Produto 7', 'de teste', 10.070000, true, '01a1e1fb-d69d-762c-8185-662425b08911', '2026-11-16 01:32:20.843+00', '2026-11-16 01:32:20.843+00', DEFAULT),
	('01900000-0000-7000-8000-00000000000a', 'a-PROD-8', 'Produto 8', 'de teste', 10.080000, true, NULL, '2026-11-16 01:32:20.85+00', '2026-11-16 01:32:20.85+00', DEFAULT),
	('01900000-0000-7000-8000-00000000000a', 'a-PROD-9', 'Produto 9', 'de teste', 10.090000, true, '01a1e1fb-d682-7a67-96a8-4ecfefe87caa', '2026-11-16 01:32:20.857+00', '2026-11-16 01:32:20.857+00', DEFAULT),
	('01900000-0000-7000-8000-00000000000a', 'a-PROD-10', 'Produto 10', 'de teste', 10.100000, true, NULL, '2026-11-16 01:32:20.862+00', '2026-11-16 01:32:20.862+00', DEFAULT),
	('01900000-0000-7000-8000-00000000000a', 'a-PROD-11', 'Produto 11', 'de teste', 10.110000, true, '01a1e1fb-d6a7-7423-9e7a-4f54e4661841', '2026-11-16 01:32:20.869+00', '2026-11-16 01:32:20.869+00', DEFAULT),
	('01900000-0000-7000-8000-00000000000b', 'b-PROD-0', 'Produto 0', 'de teste', 10.000000, true, NULL, '2026-11-16 01:32:21.452+00', '2026-11-16 01:32:21.452+00', DEFAULT),
	('01900000-0000-7000-8000-00000000000b', 'b-PROD-1', 'Produto 1', 'de teste', 10.010000, true, '01a1e1fb-da20-7e09-9307-076f6e75fe38', '2026-11-16 01:32:21.46+00', '2026-11-16 01:32:21.46+00', DEFAULT),
	('01900000-0000-7000-8000-00000000000b', 'b-PROD-2', 'Produto 2', 'de teste', 10.020000, true, NULL, '2026-11-16 01:32:21.466+00', '2026-11-16 01:32:21.466+00', DEFAULT),
	('01900000-0000-7000-8000-00000000000b', 'b-PROD-3', 'Produto 3', 'de teste', 10.030000, true, '01a1e1fb-da1a-7017-a42f-865cd1ce411e', '2026-11-16 01:32:21.472+00', '2026-11-16 01:32:21.472+00', DEFAULT),
	('01900000-0000-7000-8000-00000000000b', 'b-PROD-4', 'Produto 4', 'de teste', 10.040000, true, NULL, '2026-11-16 01:32:21.478+00', '2026-11-16 01:32:21.478+00', DEFAULT);
INSERT INTO catalog.product_counter VALUES
	('01900000-0000-7000-8000-00000000000a', 12, 12),
	('01900000-0000-7000-8000-00000000000b', 5, 5);
INSERT INTO catalog.representada VALUES
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d682-7a67-96a8-4ecfefe87caa', 'Indústria 1 a', '', '', '', '', '', '', '', '', 0.000000, true, '2026-11-16 01:32:20.482+00', '2026-11-16 01:32:20.482+00', 0, false, 0, false, NULL, DEFAULT),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d69d-762c-8185-662425b08911', 'Indústria 2 a', '', '', '', '', '', '', '', '', 0.000000, true, '2026-11-16 01:32:20.509+00', '2026-11-16 01:32:20.509+00', 0, false, 0, false, NULL, DEFAULT),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d6a7-7423-9e7a-4f54e4661841', 'Indústria 3 a', '', '', '', '', '', '', '', '', 0.000000, true, '2026-11-16 01:32:20.519+00', '2026-11-16 01:32:20.519+00', 0, false, 0, false, NULL, DEFAULT),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da1a-7017-a42f-865cd1ce411e', 'Indústria 1 b', '', '', '', '', '', '', '', '', 0.000000, true, '2026-11-16 01:32:21.402+00', '2026-11-16 01:32:21.402+00', 0, false, 0, false, NULL, DEFAULT),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da20-7e09-9307-076f6e75fe38', 'Indústria 2 b', '', '', '', '', '', '', '', '', 0.000000, true, '2026-11-16 01:32:21.408+00', '2026-11-16 01:32:21.408+00', 0, false, 0, false, NULL, DEFAULT),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da27-7989-8128-674eb884a211', 'Indústria 3 b', '', '', '', '', '', '', '', '', 0.000000, true, '2026-11-16 01:32:21.415+00', '2026-11-16 01:32:21.415+00', 0, false, 0, false, NULL, DEFAULT);
INSERT INTO catalog.representada_counter VALUES
	('01900000-0000-7000-8000-00000000000a', 3, 3),
	('01900000-0000-7000-8000-00000000000b', 3, 3);
INSERT INTO clients.applied_sql VALUES
	('idempotency/migrations/001-kept-answer.sql', 'b789cb8e3a372b610d5216fd6558e964b782b15e815bce404410b5cfde3c6396', '2026-11-16 01:30:28.715962+00'),
	('clients/migrations/001-clients.sql', 'b1859382f6e9e95982ef24ab54d4ac692535c5d7315def0bb25c3e8d68a31ceb', '2026-11-16 01:30:28.743381+00'),
	('idempotency/sql/claim_key.sql', '5d5184530612c43b4b9905d616cbce30018ef8d47234326f1def913052a2ef7c', '2026-11-16 01:30:28.767072+00'),
	('idempotency/sql/keep_answer.sql', '60a6ab54c83774bd95132d367317ad303705ee66f244adaa93919c66960d6865', '2026-11-16 01:30:28.776579+00'),
	('idempotency/sql/keep_refusal.sql', '550e7c3cc4d875c5fcc104bda229e8a1cde9ed6706a2584d772ff3333ced3066', '2026-11-16 01:30:28.781724+00'),
	('idempotency/sql/try_key.sql', 'b86e2143ab3cef5937f1676fa2e1976ddb9ca89e9e378f042ede3b3c1ad9dad1', '2026-11-16 01:30:28.799841+00'),
	('clients/sql/create_client.sql', '5347364bd9d15c565eb1137c87a7c66fa916448a30b65353b3d3fda4b7406e4c', '2026-11-16 01:30:28.809676+00'),
	('clients/sql/delete_client.sql', '04f29a3b10b060532f0170d6831dcdde03d9c51d30e468888fa9926c965659b5', '2026-11-16 01:30:28.816291+00'),
	('clients/sql/update_client.sql', '458a4513a9a197f3de779d11d41fb8fb6868c2c4907eef43c64546629bbb9c91', '2026-11-16 01:30:28.823387+00');
INSERT INTO clients.client VALUES
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d6e1-7733-b751-a09c54c3a7a3', 'CLI0002', 'Cliente 2', NULL, 'cliente-2@demo-empresa-a.example', '+5511987654321', NULL, '', 'São Paulo', 'SP', '', true, false, false, false, false, false, '2026-11-16 01:32:20.577+00', '2026-11-16 01:32:20.577+00', 0, false, 0, false, NULL, DEFAULT),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d6f9-7649-8bcc-ef9177288077', 'CLI0003', 'Cliente 3', NULL, 'cliente-3@demo-empresa-a.example', '+5511987654321', NULL, '', 'São Paulo', 'SP', '', true, false, false, false, false, false, '2026-11-16 01:32:20.601+00', '2026-11-16 01:32:20.601+00', 0, false, 0, false, NULL, DEFAULT),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d708-7a26-aebe-2632595f411d', 'CLI0004', 'Cliente 4', NULL, 'cliente-4@demo-empresa-a.example', '+5511987654321', NULL, '', 'São Paulo', 'SP', '', true, false, false, false, false, false, '2026-11-16 01:32:20.616+00', '2026-11-16 01:32:20.616+00', 0, false, 0, false, NULL, DEFAULT),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d718-7fe5-b174-3d351312ab4b', 'CLI0005', 'Cliente 5', NULL, 'cliente-5@demo-empresa-a.example', '+5511987654321', NULL, '', 'São Paulo', 'SP', '', true, false, false, false, false, false, '2026-11-16 01:32:20.632+00', '2026-11-16 01:32:20.632+00', 0, false, 0, false, NULL, DEFAULT),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d725-779a-be81-a9d02b484329', 'CLI0006', 'Cliente 6', NULL, 'cliente-6@demo-empresa-a.example', '+5511987654321', NULL, '', 'São Paulo', 'SP', '', true, false, false, false, false, false, '2026-11-16 01:32:20.645+00', '2026-11-16 01:32:20.645+00', 0, false, 0, false, NULL, DEFAULT),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d741-7371-bf4f-c32b62da8dd6', 'CLI0007', 'Cliente 7', NULL, 'cliente-7@demo-empresa-a.example', '+5511987654321', NULL, '', 'São Paulo', 'SP', '', true, false, false, false, false, false, '2026-11-16 01:32:20.673+00', '2026-11-16 01:32:20.673+00', 0, false, 0, false, NULL, DEFAULT),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d751-7a0b-9a8b-14b7c4b27467', 'CLI0008', 'Cliente 8', NULL, 'cliente-8@demo-empresa-a.example', '+5511987654321', NULL, '', 'São Paulo', 'SP', '', true, false, false, false, false, false, '2026-11-16 01:32:20.689+00', '2026-11-16 01:32:20.689+00', 0, false, 0, false, NULL, DEFAULT),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d766-7fc3-9c05-10dd1e43eff2', 'CLI0009', 'Cliente 9', NULL, 'cliente-9@demo-empresa-a.example', '+5511987654321', NULL, '', 'São Paulo', 'SP', '', true, false, false, false, false, false, '2026-11-16 01:32:20.71+00', '2026-11-16 01:32:20.71+00', 0, false, 0, false, NULL, DEFAULT),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d776-7e3d-a889-b3ba42999166', 'CLI0010', 'Cliente 10', NULL, 'cliente-10@demo-empresa-a.example', '+5511987654321', NULL, '', 'São Paulo', 'SP', '', true, false, false, false, false, false, '2026-11-16 01:32:20.726+00', '2026-11-16 01:32:20.726+00', 0, false, 0, false, NULL, DEFAULT),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d789-7c16-89ae-0971b4e5d934', 'CLI0011', 'Cliente 11', NULL, 'cliente-11@demo-empresa-a.example', '+5511987654321', NULL, '', 'São Paulo', 'SP', '', true, false, false, false, false, false, '2026-11-16 01:32:20.745+00', '2026-11-16 01:32:20.745+00', 0, false, 0, false, NULL, DEFAULT),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d79a-78e8-bfd2-f7cc1e931708', 'CLI0012', 'Cliente 12', NULL, 'cliente-12@demo-empresa-a.example', '+5511987654321', NULL, '', 'São Paulo', 'SP', '', true, false, false, false, false, false, '2026-11-16 01:32:20.762+00', '2026-11-16 01:32:20.762+00', 0, false, 0, false, NULL, DEFAULT),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d6c8-7dc3-8e4b-cdb4dc3bb8d0', 'CLI0001', 'Cliente 1 renomeado', NULL, 'cliente-1@demo-empresa-a.example', '+5511987654321', NULL, '', 'São Paulo', 'SP', '', true, false, false, false, false, false, '2026-11-16 01:32:20.552+00', '2026-11-16 01:32:21.369+00', 1, false, 0, false, '2026-11-16 01:32:21.368958+00', DEFAULT),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da33-759b-bca2-d686f9c42773', 'CLI0002', 'Cliente 2', NULL, 'cliente-2@demo-empresa-b.example', '+5511987654321', NULL, '', 'São Paulo', 'SP', '', true, false, false, false, false, false, '2026-11-16 01:32:21.427+00', '2026-11-16 01:32:21.427+00', 0, false, 0, false, NULL, DEFAULT),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da39-71a9-a605-3501a97df24a', 'CLI0003', 'Cliente 3', NULL, 'cliente-3@demo-empresa-b.example', '+5511987654321', NULL, '', 'São Paulo', 'SP', '', true, false, false, false, false, false, '2026-11-16 01:32:21.433+00', '2026-11-16 01:32:21.433+00', 0, false, 0, false, NULL, DEFAULT),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da3f-72ae-819e-481fd83f2482', 'CLI0004', 'Cliente 4', NULL, 'cliente-4@demo-empresa-b.example', '+5511987654321', NULL, '', 'São Paulo', 'SP', '', true, false, false, false, false, false, '2026-11-16 01:32:21.439+00', '2026-11-16 01:32:21.439+00', 0, false, 0, false, NULL, DEFAULT),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da45-705c-9d9b-851837cca4f2', 'CLI0005', 'Cliente 5', NULL, 'cliente-5@demo-empresa-b.example', '+5511987654321', NULL, '', 'São Paulo', 'SP', '', true, false, false, false, false, false, '2026-11-16 01:32:21.445+00', '2026-11-16 01:32:21.445+00', 0, false, 0, false, NULL, DEFAULT),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da2d-75f9-8978-f40b953f6057', 'CLI0001', 'Cliente 1 renomeado', NULL, 'cliente-1@demo-empresa-b.example', '+5511987654321', NULL, '', 'São Paulo', 'SP', '', true, false, false, false, false, false, '2026-11-16 01:32:21.421+00', '2026-11-16 01:32:21.659+00', 1, false, 0, false, '2026-11-16 01:32:21.658701+00', DEFAULT);
INSERT INTO clients.client_counter VALUES
	('01900000-0000-7000-8000-00000000000a', 12, 12),
	('01900000-0000-7000-8000-00000000000b', 5, 5);
INSERT INTO gateway.api_key VALUES
	('01a1e1fa-281b-7e94-8243-fdcc16fc12ae', '01900000-0000-7000-8000-00000000000a', 'demo-empresa-a', '\xc0c963a990894b14bf433d1b2255e4fd5c0ab0f17052bdc771e870b489171ce6', '2026-11-16 01:30:30.291+00', NULL, NULL),
	('01a1e1fa-281c-76c0-b41f-fcbaca53bbda', '01900000-0000-7000-8000-00000000000b', 'demo-empresa-b', '\x2fd443a70d7b4e8a7ea85601af5cf71322b36ffaa0e81be5378a7c7f73ae19c6', '2026-11-16 01:30:30.291+00', NULL, NULL),
	('01a1e1fa-281c-775c-a3e8-0923ee6e96ef', '01900000-0000-7000-8000-00000000000c', 'demo-empresa-inativa', '\xb4b0abcb9c31fd74e509c83c052185fd5f6356b74837633ebd85e8ce8bbd8f90', '2026-11-16 01:30:30.291+00', NULL, NULL);
INSERT INTO gateway.applied_sql VALUES
	('gateway/migrations/001-empresas.sql', '4bf462a94741661398b5589b3a9e4ad32f195a73ebe1d579eccdf234154dce8d', '2026-11-16 01:30:28.750031+00');
INSERT INTO gateway.empresa VALUES
	('01900000-0000-7000-8000-00000000000a', 'Empresa Demo A', true, 'America/Sao_Paulo', '2026-11-16 01:30:30.291+00', '2026-11-16 01:30:30.291+00'),
	('01900000-0000-7000-8000-00000000000b', 'Empresa Demo B', true, 'America/Sao_Paulo', '2026-11-16 01:30:30.291+00', '2026-11-16 01:30:30.291+00'),
	('01900000-0000-7000-8000-00000000000c', 'Empresa Demo Inativa', false, 'America/Sao_Paulo', '2026-11-16 01:30:30.291+00', '2026-11-16 01:30:30.291+00');
INSERT INTO sales.applied_sql VALUES
	('idempotency/migrations/001-kept-answer.sql', 'b789cb8e3a372b610d5216fd6558e964b782b15e815bce404410b5cfde3c6396', '2026-11-16 01:30:28.920537+00'),
	('sales/migrations/001-sales.sql', '67862a689ccae5b81c31f7392301e0274146363866bc53e6c49401b8c2cccd10', '2026-11-16 01:30:28.928856+00'),
	('idempotency/sql/claim_key.sql', '5d5184530612c43b4b9905d616cbce30018ef8d47234326f1def913052a2ef7c', '2026-11-16 01:30:28.944008+00'),
	('idempotency/sql/keep_answer.sql', '60a6ab54c83774bd95132d367317ad303705ee66f244adaa93919c66960d6865', '2026-11-16 01:30:28.955785+00'),
	('idempotency/sql/keep_refusal.sql', '550e7c3cc4d875c5fcc104bda229e8a1cde9ed6706a2584d772ff3333ced3066', '2026-11-16 01:30:28.962351+00'),
	('idempotency/sql/try_key.sql', 'b86e2143ab3cef5937f1676fa2e1976ddb9ca89e9e378f042ede3b3c1ad9dad1', '2026-11-16 01:30:28.967612+00'),
	('sales/sql/create_sales.sql', '10d2262a12f951e166da76ab961aa637e2687f3e12ba8f46855391874a1e358e', '2026-11-16 01:30:28.97176+00'),
	('sales/sql/delete_sale.sql', 'c6500e2d6fdf4b0ec3c45fc071b3bd3e011ef832a215211ccec558f6ffbb504a', '2026-11-16 01:30:28.975746+00'),
	('sales/sql/fence_reference.sql', 'e929fd3e2bcf80dae04d3e1c73d6ee4986a62aa35886ecfc6fde908b3faf9da7', '2026-11-16 01:30:28.9777+00'),
	('sales/sql/hold_reference.sql', '5829027e7681387fed8828db19c044d1a881038a9bc9c63aa9021d89d0157878', '2026-11-16 01:30:28.980163+00');
INSERT INTO sales.kept_answer VALUES
	('01900000-0000-7000-8000-00000000000a', 'venda-0', '\x9968835bc401b39d446f663f937c9f28192f89d4f65844145a50d560783022e7', 201, '{"id": "01a1e1fb-d845-7448-a834-654cd837a9de", "data": "2026-01-10", "itens": [{"produto_id": "a-PROD-0", "quantidade": 1, "valor_total": 10.5, "valor_unitario": 10.5}], "pedido": "PED-2026-0001", "status": "PAGA", "cliente_id": "01a1e1fb-d6c8-7dc3-8e4b-cdb4dc3bb8d0", "created_at": "2026-11-16T01:32:20.933+00:00", "empresa_id": "01900000-0000-7000-8000-00000000000a", "updated_at": "2026-11-16T01:32:20.933+00:00", "valor_total": 10.50, "representada_id": "01a1e1fb-d682-7a67-96a8-4ecfefe87caa"}', '2026-11-16 01:32:20.928644+00'),
	('01900000-0000-7000-8000-00000000000a', 'venda-4', '\xa52255b76a3c7c0273bbbeba773cba97d5ebd2ec951707eaf288c385f8b1dfd4', 201, '{"id": "01a1e1fb-d87c-7579-81df-8561a6dcbbaf", "data": "2026-05-14", "itens": [{"produto_id": "a-PROD-0", "quantidade": 1, "valor_total": 10.5, "valor_unitario": 10.5}, {"produto_id": "a-PROD-1", "quantidade": 2, "valor_total": 21, "valor_unitario": 10.5}], "pedido": "PED-2026-0005", "status": "PAGA", "cliente_id": "01a1e1fb-d718-7fe5-b174-3d351312ab4b", "created_at": "2026-11-16T01:32:20.988+00:00", "empresa_id": "01900000-0000-7000-8000-00000000000a", "updated_at": "2026-11-16T01:32:20.988+00:00", "valor_total": 31.50, "representada_id": "01a1e1fb-d69d-762c-8185-662425b08911"}', '2026-11-16 01:32:20.987844+00'),
	('01900000-0000-7000-8000-00000000000a', 'venda-8', '\x8dd5bd266a666783b0a19e4e5e1f45aeab156a48e0b0f6428584db5d0c38a4cd', 201, '{"id": "01a1e1fb-d8aa-78f3-9db4-b6f10992a0b0", "data": "2026-09-18", "itens": [{"produto_id": "a-PROD-0", "quantidade": 1, "valor_total": 10.5, "valor_unitario": 10.5}, {"produto_id": "a-PROD-1", "quantidade": 2, "valor_total": 21, "valor_unitario": 10.5}, {"produto_id": "a-PROD-2", "quantidade": 3, "valor_total": 31.5, "valor_unitario": 10.5}], "pedido": "PED-2026-0009", "status": "PAGA", "cliente_id": "01a1e1fb-d766-7fc3-9c05-10dd1e43eff2", "created_at": "2026-11-16T01:32:21.034+00:00", "empresa_id": "01900000-0000-7000-8000-00000000000a", "updated_at": "2026-11-16T01:32:21.034+00:00", "valor_total": 63.00, "representada_id": "01a1e1fb-d6a7-7423-9e7a-4f54e4661841"}', '2026-11-16 01:32:21.034095+00'),
	('01900000-0000-7000-8000-00000000000a', 'venda-12', '\x8858fa2d992e6ad97d8bc03d43844af8c921c27548d517c27ca19e663c72d32d', 201, '{"id": "01a1e1fb-d8d9-7fb7-819e-6d6e42964300", "data": "2026-04-13", "itens": [{"produto_id": "a-PROD-0", "quantidade": 1, "valor_total": 10.5, "valor_unitario": 10.5}], "pedido": "PED-2026-0013", "status": "PAGA", "cliente_id": "01a1e1fb-d6c8-7dc3-8e4b-cdb4dc3bb8d0", "created_at": "2026-11-16T01:32:21.081+00:00", "empresa_id": "01900000-0000-7000-8000-00000000000a", "updated_at": "2026-11-16T01:32:21.081+00:00", "valor_total": 10.50, "representada_id": "01a1e1fb-d682-7a67-96a8-4ecfefe87caa"}', '2026-11-16 01:32:21.081595+00'),
	('01900000-0000-7000-8000-00000000000a', 'venda-16', '\x71429fae385a71d327f76470e02dff34347db7875f0a099bad6a1ba6a728eaa1', 201, '{"id": "01a1e1fb-d905-7a8a-b51c-44ee16721fb1", "data": "2026-08-17", "itens": [{"produto_id": "a-PROD-0", "quantidade": 1, "valor_total": 10.5, "valor_unitario": 10.5}, {"produto_id": "a-PROD-1", "quantidade": 2, "valor_total": 21, "valor_unitario": 10.5}], "pedido": "PED-2026-0017", "status": "PAGA", "cliente_id": "01a1e1fb-d718-7fe5-b174-3d351312ab4b", "created_at": "2026-11-16T01:32:21.125+00:00", "empresa_id": "01900000-0000-7000-8000-00000000000a", "updated_at": "2026-11-16T01:32:21.125+00:00", "valor_total": 31.50, "representada_id": "01a1e1fb-d69d-762c-8185-662425b08911"}', '2026-11-16 01:32:21.125182+00'),
	('01900000-0000-7000-8000-00000000000a', 'venda-20', '\xa1c3f1cbac0f8a3bb3a8ece34e3e7a5508c1dee14c8a6ecafb9fa86043246cc9', 201, '{"id": "01a1e1fb-d934-76ba-9c27-ca0022243f33", "data": "2026-03-12", "itens": [{"produto_id": "a-PROD-0", "quantidade": 1, "valor_total": 10.5, "valor_unitario": 10.5}, {"produto_id": "a-PROD-1", "quantidade": 2, "valor_total": 21, "valor_unitario": 10.5}, {"produto_id": "a-PROD-2", "quantidade": 3, "valor_total": 31.5, "valor_unitario": 10.5}], "pedido": "PED-2026-0021", "status": "PAGA", "cliente_id": "01a1e1fb-d766-7fc3-9c05-10dd1e43eff2", "created_at": "2026-11-16T01:32:21.172+00:00", "empresa_id": "01900000-0000-7000-8000-00000000000a", "updated_at": "2026-11-16T01:32:21.172+00:00", "valor_total": 63.00, "representada_id": "01a1e1fb-d6a7-7423-9e7a-4f54e4661841"}', '2026-11-16 01:32:21.172026+00'),
	('01900000-0000-7000-8000-00000000000a', 'venda-24', '\xc0e6413b8f0a6ee1890c9d665514921fa1ff05fce2bf8b1df535a04005863425', 201, '{"id": "01a1e1fb-d95e-74e2-b840-ac1ce6dcb7f0", "data": "2026-07-16", "itens": [{"produto_id": "a-PROD-0", "quantidade": 1, "valor_total": 10.5, "valor_unitario": 10.5}], "pedido": "PED-2026-0025", "status": "PAGA", "cliente_id": "01a1e1fb-d6c8-7dc3-8e4b-cdb4dc3bb8d0", "created_at": "2026-11-16T01:32:21.214+00:00", "empresa_id": "01900000-0000-7000-8000-00000000000a", "updated_at": "2026-11-16T01:32:21.214+00:00", "valor_total": 10.50, "representada_id": "01a1e1fb-d682-7a67-96a8-4ecfefe87caa"}', '2026-11-16 01:32:21.213901+00'),
	('01900000-0000-7000-8000-00000000000a', 'venda-28', '\x34747f68120f56a7358ad8a8fc17ed843d880a79df12249b117d15083621b8a9', 201, '{"id": "01a1e1fb-d991-7818-9dd8-cb81f74feddd", "data": "2026-02-11", "itens": [{"produto_id": "a-PROD-0", "quantidade": 1, "valor_total": 10.5, "valor_unitario": 10.5}, {"produto_id": "a-PROD-1", "quantidade": 2, "valor_total": 21, "valor_unitario": 10.5}], "pedido": "PED-2026-0029", "status": "PAGA", "cliente_id": "01a1e1fb-d718-7fe5-b174-3d351312ab4b", "created_at": "2026-11-16T01:32:21.265+00:00", "empresa_id": "01900000-0000-7000-8000-00000000000a", "updated_at": "2026-11-16T01:32:21.265+00:00", "valor_total": 31.50, "representada_id": "01a1e1fb-d69d-762c-8185-662425b08911"}', '2026-11-16 01:32:21.265109+00'),
	('01900000-0000-7000-8000-00000000000a', 'venda-32', '\xd0a53e257bfabd25225947b56d13c17a2fb5db2c532a6cc1d0d1a6f51849b570', 201, '{"id": "01a1e1fb-d9c7-760f-99c7-0ce8f254e4ef", "data": "2026-06-15", "itens": [{"produto_id": "a-PROD-0", "quantidade": 1, "valor_total": 10.5, "valor_unitario": 10.5}, {"produto_id": "a-PROD-1", "quantidade": 2, "valor_total": 21, "valor_unitario": 10.5}, {"produto_id": "a-PROD-2", "quantidade": 3, "valor_total": 31.5, "valor_unitario": 10.5}], "pedido": "PED-2026-0033", "status": "PAGA", "cliente_id": "01a1e1fb-d766-7fc3-9c05-10dd1e43eff2", "created_at": "2026-11-16T01:32:21.319+00:00", "empresa_id": "01900000-0000-7000-8000-00000000000a", "updated_at": "2026-11-16T01:32:21.319+00:00", "valor_total": 63.00, "representada_id": "01a1e1fb-d6a7-7423-9e7a-4f54e4661841"}', '2026-11-16 01:32:21.318905+00'),
	('01900000-0000-7000-8000-00000000000b', 'venda-0', '\xe3fe7c31a38c6ed99c92088cf6ff5a5f930ff219563d02862d51ef003a529596', 201, '{"id": "01a1e1fb-da6e-7c03-823c-9d1aee4e4ab3", "data": "2026-01-10", "itens": [{"produto_id": "b-PROD-0", "quantidade": 1, "valor_total": 10.5, "valor_unitario": 10.5}], "pedido": "PED-2026-0001", "status": "PAGA", "cliente_id": "01a1e1fb-da2d-75f9-8978-f40b953f6057", "created_at": "2026-11-16T01:32:21.486+00:00", "empresa_id": "01900000-0000-7000-8000-00000000000b", "updated_at": "2026-11-16T01:32:21.486+00:00", "valor_total": 10.50, "representada_id": "01a1e1fb-da1a-7017-a42f-865cd1ce411e"}', '2026-11-16 01:32:21.486211+00'),
	('01900000-0000-7000-8000-00000000000b', 'venda-4', '\xcf27bb18a307372ac67273c460a8c90cdea33e6a17131dfb972bc3e4d658c493', 201, '{"id": "01a1e1fb-da96-75fa-a582-683a99477421", "data": "2026-05-14", "itens": [{"produto_id": "b-PROD-0", "quantidade": 1, "valor_total": 10.5, "valor_unitario": 10.5}, {"produto_id": "b-PROD-1", "quantidade": 2, "valor_total": 21, "valor_unitario": 10.5}], "pedido": "PED-2026-0005", "status": "PAGA", "cliente_id": "01a1e1fb-da45-705c-9d9b-851837cca4f2", "created_at": "2026-11-16T01:32:21.526+00:00", "empresa_id": "01900000-0000-7000-8000-00000000000b", "updated_at": "2026-11-16T01:32:21.526+00:00", "valor_total": 31.50, "representada_id": "01a1e1fb-da20-7e09-9307-076f6e75fe38"}', '2026-11-16 01:32:21.525885+00'),
	('01900000-0000-7000-8000-00000000000b', 'venda-8', '\x244bf72f2228c4d987ff6d3ac69fc95bdeb7d33e69d38c8c49c4348c970e31cf', 201, '{"id": "01a1e1fb-dacc-7f94-833b-8f7970e1d924", "data": "2026-09-18", "itens": [{"produto_id": "b-PROD-0", "quantidade": 1, "valor_total": 10.5, "valor_unitario": 10.5}, {"produto_id": "b-PROD-1", "quantidade": 2, "valor_total": 21, "valor_unitario": 10.5}, {"produto_id": "b-PROD-2", "quantidade": 3, "valor_total": 31.5, "valor_unitario": 10.5}], "pedido": "PED-2026-0009", "status": "PAGA", "cliente_id": "01a1e1fb-da3f-72ae-819e-481fd83f2482", "created_at": "2026-11-16T01:32:21.58+00:00", "empresa_id": "01900000-0000-7000-8000-00000000000b", "updated_at": "2026-11-16T01:32:21.58+00:00", "valor_total": 63.00, "representada_id": "01a1e1fb-da27-7989-8128-674eb884a211"}', '2026-11-16 01:32:21.580532+00'),
	('01900000-0000-7000-8000-00000000000b', 'venda-12', '\x647e480a3a17340733dd05fa43f3bc3ef57a7e62e92208231f9e28766cf36cda', 201, '{"id": "01a1e1fb-dafe-77a6-a7c6-c00bf6dc2290", "data": "2026-04-13", "itens": [{"produto_id": "b-PROD-0", "quantidade": 1, "valor_total": 10.5, "valor_unitario": 10.5}], "pedido": "PED-2026-0013", "status": "PAGA", "cliente_id": "01a1e1fb-da39-71a9-a605-3501a97df24a", "created_at": "2026-11-16T01:32:21.63+00:00", "empresa_id": "01900000-0000-7000-8000-00000000000b", "updated_at": "2026-11-16T01:32:21.63+00:00", "valor_total": 10.50, "representada_id": "01a1e1fb-da1a-7017-a42f-865cd1ce411e"}', '2026-11-16 01:32:21.630078+00');
INSERT INTO sales.reference VALUES
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d682-7a67-96a8-4ecfefe87caa', 'representada', 'Indústria 1 a', 0, NULL, 0),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d6e1-7733-b751-a09c54c3a7a3', 'client', 'Cliente 2', 0, NULL, 0),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d69d-762c-8185-662425b08911', 'representada', 'Indústria 2 a', 0, NULL, 0),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d6f9-7649-8bcc-ef9177288077', 'client', 'Cliente 3', 0, NULL, 0),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d6a7-7423-9e7a-4f54e4661841', 'representada', 'Indústria 3 a', 0, NULL, 0),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d708-7a26-aebe-2632595f411d', 'client', 'Cliente 4', 0, NULL, 0),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d718-7fe5-b174-3d351312ab4b', 'client', 'Cliente 5', 0, NULL, 0),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d725-779a-be81-a9d02b484329', 'client', 'Cliente 6', 0, NULL, 0),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d741-7371-bf4f-c32b62da8dd6', 'client', 'Cliente 7', 0, NULL, 0),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d751-7a0b-9a8b-14b7c4b27467', 'client', 'Cliente 8', 0, NULL, 0),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d766-7fc3-9c05-10dd1e43eff2', 'client', 'Cliente 9', 0, NULL, 0),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d776-7e3d-a889-b3ba42999166', 'client', 'Cliente 10', 0, NULL, 0),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d789-7c16-89ae-0971b4e5d934', 'client', 'Cliente 11', 0, NULL, 0),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d79a-78e8-bfd2-f7cc1e931708', 'client', 'Cliente 12', 0, NULL, 0),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d6c8-7dc3-8e4b-cdb4dc3bb8d0', 'client', 'Cliente 1 renomeado', 1, NULL, 0),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da1a-7017-a42f-865cd1ce411e', 'representada', 'Indústria 1 b', 0, NULL, 0),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da33-759b-bca2-d686f9c42773', 'client', 'Cliente 2', 0, NULL, 0),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da20-7e09-9307-076f6e75fe38', 'representada', 'Indústria 2 b', 0, NULL, 0),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da39-71a9-a605-3501a97df24a', 'client', 'Cliente 3', 0, NULL, 0),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da27-7989-8128-674eb884a211', 'representada', 'Indústria 3 b', 0, NULL, 0),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da3f-72ae-819e-481fd83f2482', 'client', 'Cliente 4', 0, NULL, 0),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da45-705c-9d9b-851837cca4f2', 'client', 'Cliente 5', 0, NULL, 0),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da2d-75f9-8978-f40b953f6057', 'client', 'Cliente 1 renomeado', 1, NULL, 0);
INSERT INTO sales.sale VALUES
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d845-7448-a834-654cd837a9de', 'PED-2026-0001', '2026-01-10', '01a1e1fb-d6c8-7dc3-8e4b-cdb4dc3bb8d0', '01a1e1fb-d682-7a67-96a8-4ecfefe87caa', 'PAGA', 10.50, '2026-11-16 01:32:20.933+00', '2026-11-16 01:32:20.933+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d857-7548-b26e-52a524460805', 'PED-2026-0002', '2026-02-11', '01a1e1fb-d6e1-7733-b751-a09c54c3a7a3', '01a1e1fb-d69d-762c-8185-662425b08911', 'PAGA', 31.50, '2026-11-16 01:32:20.951+00', '2026-11-16 01:32:20.951+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d864-7441-a3b8-6db5ba162473', 'PED-2026-0003', '2026-03-12', '01a1e1fb-d6f9-7649-8bcc-ef9177288077', '01a1e1fb-d6a7-7423-9e7a-4f54e4661841', 'PAGA', 63.00, '2026-11-16 01:32:20.964+00', '2026-11-16 01:32:20.964+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d86f-77a9-b525-401b6ac009a4', 'PED-2026-0004', '2026-04-13', '01a1e1fb-d708-7a26-aebe-2632595f411d', '01a1e1fb-d682-7a67-96a8-4ecfefe87caa', 'PAGA', 10.50, '2026-11-16 01:32:20.975+00', '2026-11-16 01:32:20.975+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d87c-7579-81df-8561a6dcbbaf', 'PED-2026-0005', '2026-05-14', '01a1e1fb-d718-7fe5-b174-3d351312ab4b', '01a1e1fb-d69d-762c-8185-662425b08911', 'PAGA', 31.50, '2026-11-16 01:32:20.988+00', '2026-11-16 01:32:20.988+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d889-7d90-99ec-fe4b5fc625c5', 'PED-2026-0006', '2026-06-15', '01a1e1fb-d725-779a-be81-a9d02b484329', '01a1e1fb-d6a7-7423-9e7a-4f54e4661841', 'PAGA', 63.00, '2026-11-16 01:32:21.001+00', '2026-11-16 01:32:21.001+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d895-71e2-adce-3b1208aa5ae5', 'PED-2026-0007', '2026-07-16', '01a1e1fb-d741-7371-bf4f-c32b62da8dd6', '01a1e1fb-d682-7a67-96a8-4ecfefe87caa', 'PAGA', 10.50, '2026-11-16 01:32:21.013+00', '2026-11-16 01:32:21.013+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d89f-7c74-adfd-5e127ad7ea3e', 'PED-2026-0008', '2026-08-17', '01a1e1fb-d751-7a0b-9a8b-14b7c4b27467', '01a1e1fb-d69d-762c-8185-662425b08911', 'PAGA', 31.50, '2026-11-16 01:32:21.023+00', '2026-11-16 01:32:21.023+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d8aa-78f3-9db4-b6f10992a0b0', 'PED-2026-0009', '2026-09-18', '01a1e1fb-d766-7fc3-9c05-10dd1e43eff2', '01a1e1fb-d6a7-7423-9e7a-4f54e4661841', 'PAGA', 63.00, '2026-11-16 01:32:21.034+00', '2026-11-16 01:32:21.034+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d8b8-7de0-8be8-07f3811e5710', 'PED-2026-0010', '2026-01-10', '01a1e1fb-d776-7e3d-a889-b3ba42999166', '01a1e1fb-d682-7a67-96a8-4ecfefe87caa', 'PAGA', 10.50, '2026-11-16 01:32:21.048+00', '2026-11-16 01:32:21.048+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d8c3-7213-bc89-f4009274f39b', 'PED-2026-0011', '2026-02-11', '01a1e1fb-d789-7c16-89ae-0971b4e5d934', '01a1e1fb-d69d-762c-8185-662425b08911', 'PAGA', 31.50, '2026-11-16 01:32:21.059+00', '2026-11-16 01:32:21.059+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d8cf-7709-87e8-ded244fd4b55', 'PED-2026-0012', '2026-03-12', '01a1e1fb-d79a-78e8-bfd2-f7cc1e931708', '01a1e1fb-d6a7-7423-9e7a-4f54e4661841', 'PAGA', 63.00, '2026-11-16 01:32:21.071+00', '2026-11-16 01:32:21.071+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d8d9-7fb7-819e-6d6e42964300', 'PED-2026-0013', '2026-04-13', '01a1e1fb-d6c8-7dc3-8e4b-cdb4dc3bb8d0', '01a1e1fb-d682-7a67-96a8-4ecfefe87caa', 'PAGA', 10.50, '2026-11-16 01:32:21.081+00', '2026-11-16 01:32:21.081+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d8e4-7b18-a812-1382def77866', 'PED-2026-0014', '2026-05-14', '01a1e1fb-d6e1-7733-b751-a09c54c3a7a3', '01a1e1fb-d69d-762c-8185-662425b08911', 'PAGA', 31.50, '2026-11-16 01:32:21.092+00', '2026-11-16 01:32:21.092+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d8f0-7a73-8406-aafd5daa4796', 'PED-2026-0015', '2026-06-15', '01a1e1fb-d6f9-7649-8bcc-ef9177288077', '01a1e1fb-d6a7-7423-9e7a-4f54e4661841', 'PAGA', 63.00, '2026-11-16 01:32:21.104+00', '2026-11-16 01:32:21.104+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d8fa-7632-9942-91705c9e18a3', 'PED-2026-0016', '2026-07-16', '01a1e1fb-d708-7a26-aebe-2632595f411d', '01a1e1fb-d682-7a67-96a8-4ecfefe87caa', 'PAGA', 10.50, '2026-11-16 01:32:21.114+00', '2026-11-16 01:32:21.114+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d905-7a8a-b51c-44ee16721fb1', 'PED-2026-0017', '2026-08-17', '01a1e1fb-d718-7fe5-b174-3d351312ab4b', '01a1e1fb-d69d-762c-8185-662425b08911', 'PAGA', 31.50, '2026-11-16 01:32:21.125+00', '2026-11-16 01:32:21.125+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d90e-7ff0-9b9f-ed2cf6779897', 'PED-2026-0018', '2026-09-18', '01a1e1fb-d725-779a-be81-a9d02b484329', '01a1e1fb-d6a7-7423-9e7a-4f54e4661841', 'PAGA', 63.00, '2026-11-16 01:32:21.134+00', '2026-11-16 01:32:21.134+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d91f-78b7-ab12-1f417285b578', 'PED-2026-0019', '2026-01-10', '01a1e1fb-d741-7371-bf4f-c32b62da8dd6', '01a1e1fb-d682-7a67-96a8-4ecfefe87caa', 'PAGA', 10.50, '2026-11-16 01:32:21.151+00', '2026-11-16 01:32:21.151+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d929-7875-a063-ee11b48d5377', 'PED-2026-0020', '2026-02-11', '01a1e1fb-d751-7a0b-9a8b-14b7c4b27467', '01a1e1fb-d69d-762c-8185-662425b08911', 'PAGA', 31.50, '2026-11-16 01:32:21.161+00', '2026-11-16 01:32:21.161+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d934-76ba-9c27-ca0022243f33', 'PED-2026-0021', '2026-03-12', '01a1e1fb-d766-7fc3-9c05-10dd1e43eff2', '01a1e1fb-d6a7-7423-9e7a-4f54e4661841', 'PAGA', 63.00, '2026-11-16 01:32:21.172+00', '2026-11-16 01:32:21.172+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d93f-7b05-ab04-caa569067fad', 'PED-2026-0022', '2026-04-13', '01a1e1fb-d776-7e3d-a889-b3ba42999166', '01a1e1fb-d682-7a67-96a8-4ecfefe87caa', 'PAGA', 10.50, '2026-11-16 01:32:21.183+00', '2026-11-16 01:32:21.183+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d949-7f5e-9838-59cc42a6da8d', 'PED-2026-0023', '2026-05-14', '01a1e1fb-d789-7c16-89ae-0971b4e5d934', '01a1e1fb-d69d-762c-8185-662425b08911', 'PAGA', 31.50, '2026-11-16 01:32:21.193+00', '2026-11-16 01:32:21.193+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d953-7d68-804d-c571875aafd2', 'PED-2026-0024', '2026-06-15', '01a1e1fb-d79a-78e8-bfd2-f7cc1e931708', '01a1e1fb-d6a7-7423-9e7a-4f54e4661841', 'PAGA', 63.00, '2026-11-16 01:32:21.203+00', '2026-11-16 01:32:21.203+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d95e-74e2-b840-ac1ce6dcb7f0', 'PED-2026-0025', '2026-07-16', '01a1e1fb-d6c8-7dc3-8e4b-cdb4dc3bb8d0', '01a1e1fb-d682-7a67-96a8-4ecfefe87caa', 'PAGA', 10.50, '2026-11-16 01:32:21.214+00', '2026-11-16 01:32:21.214+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d967-7abb-a32d-b81936733b6a', 'PED-2026-0026', '2026-08-17', '01a1e1fb-d6e1-7733-b751-a09c54c3a7a3', '01a1e1fb-d69d-762c-8185-662425b08911', 'PAGA', 31.50, '2026-11-16 01:32:21.223+00', '2026-11-16 01:32:21.223+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d971-7719-9de5-0525b54f8f32', 'PED-2026-0027', '2026-09-18', '01a1e1fb-d6f9-7649-8bcc-ef9177288077', '01a1e1fb-d6a7-7423-9e7a-4f54e4661841', 'PAGA', 63.00, '2026-11-16 01:32:21.233+00', '2026-11-16 01:32:21.233+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d980-758d-82ad-b1a603b066e4', 'PED-2026-0028', '2026-01-10', '01a1e1fb-d708-7a26-aebe-2632595f411d', '01a1e1fb-d682-7a67-96a8-4ecfefe87caa', 'PAGA', 10.50, '2026-11-16 01:32:21.248+00', '2026-11-16 01:32:21.248+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d991-7818-9dd8-cb81f74feddd', 'PED-2026-0029', '2026-02-11', '01a1e1fb-d718-7fe5-b174-3d351312ab4b', '01a1e1fb-d69d-762c-8185-662425b08911', 'PAGA', 31.50, '2026-11-16 01:32:21.265+00', '2026-11-16 01:32:21.265+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d99a-78d7-956b-b8bf2057e3c6', 'PED-2026-0030', '2026-03-12', '01a1e1fb-d725-779a-be81-a9d02b484329', '01a1e1fb-d6a7-7423-9e7a-4f54e4661841', 'PAGA', 63.00, '2026-11-16 01:32:21.274+00', '2026-11-16 01:32:21.274+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d9a3-77dc-80ce-d51cbc7c040f', 'PED-2026-0031', '2026-04-13', '01a1e1fb-d741-7371-bf4f-c32b62da8dd6', '01a1e1fb-d682-7a67-96a8-4ecfefe87caa', 'PAGA', 10.50, '2026-11-16 01:32:21.283+00', '2026-11-16 01:32:21.283+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d9b7-76b2-bf1e-056826d8329b', 'PED-2026-0032', '2026-05-14', '01a1e1fb-d751-7a0b-9a8b-14b7c4b27467', '01a1e1fb-d69d-762c-8185-662425b08911', 'PAGA', 31.50, '2026-11-16 01:32:21.303+00', '2026-11-16 01:32:21.303+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d9c7-760f-99c7-0ce8f254e4ef', 'PED-2026-0033', '2026-06-15', '01a1e1fb-d766-7fc3-9c05-10dd1e43eff2', '01a1e1fb-d6a7-7423-9e7a-4f54e4661841', 'PAGA', 63.00, '2026-11-16 01:32:21.319+00', '2026-11-16 01:32:21.319+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d9d5-7a33-b9cf-cc03e86bd961', 'PED-2026-0034', '2026-07-16', '01a1e1fb-d776-7e3d-a889-b3ba42999166', '01a1e1fb-d682-7a67-96a8-4ecfefe87caa', 'PAGA', 10.50, '2026-11-16 01:32:21.333+00', '2026-11-16 01:32:21.333+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d9e2-7517-af15-ba8c9cc3a291', 'PED-2026-0035', '2026-08-17', '01a1e1fb-d789-7c16-89ae-0971b4e5d934', '01a1e1fb-d69d-762c-8185-662425b08911', 'PAGA', 31.50, '2026-11-16 01:32:21.346+00', '2026-11-16 01:32:21.346+00'),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d9ec-7636-b22f-73874e48272a', 'PED-2026-0036', '2026-09-18', '01a1e1fb-d79a-78e8-bfd2-f7cc1e931708', '01a1e1fb-d6a7-7423-9e7a-4f54e4661841', 'PAGA', 63.00, '2026-11-16 01:32:21.356+00', '2026-11-16 01:32:21.356+00'),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da6e-7c03-823c-9d1aee4e4ab3', 'PED-2026-0001', '2026-01-10', '01a1e1fb-da2d-75f9-8978-f40b953f6057', '01a1e1fb-da1a-7017-a42f-865cd1ce411e', 'PAGA', 10.50, '2026-11-16 01:32:21.486+00', '2026-11-16 01:32:21.486+00'),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da78-79c7-97b7-a162df693030', 'PED-2026-0002', '2026-02-11', '01a1e1fb-da33-759b-bca2-d686f9c42773', '01a1e1fb-da20-7e09-9307-076f6e75fe38', 'PAGA', 31.50, '2026-11-16 01:32:21.496+00', '2026-11-16 01:32:21.496+00'),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da82-7a50-a09f-02875b4df11b', 'PED-2026-0003', '2026-03-12', '01a1e1fb-da39-71a9-a605-3501a97df24a', '01a1e1fb-da27-7989-8128-674eb884a211', 'PAGA', 63.00, '2026-11-16 01:32:21.506+00', '2026-11-16 01:32:21.506+00'),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da8c-7a61-9f7c-bbaf6b97056b', 'PED-2026-0004', '2026-04-13', '01a1e1fb-da3f-72ae-819e-481fd83f2482', '01a1e1fb-da1a-7017-a42f-865cd1ce411e', 'PAGA', 10.50, '2026-11-16 01:32:21.516+00', '2026-11-16 01:32:21.516+00'),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da96-75fa-a582-683a99477421', 'PED-2026-0005', '2026-05-14', '01a1e1fb-da45-705c-9d9b-851837cca4f2', '01a1e1fb-da20-7e09-9307-076f6e75fe38', 'PAGA', 31.50, '2026-11-16 01:32:21.526+00', '2026-11-16 01:32:21.526+00'),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-daa4-7c0d-98c7-829f145ac57d', 'PED-2026-0006', '2026-06-15', '01a1e1fb-da2d-75f9-8978-f40b953f6057', '01a1e1fb-da27-7989-8128-674eb884a211', 'PAGA', 63.00, '2026-11-16 01:32:21.54+00', '2026-11-16 01:32:21.54+00'),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-dab4-7714-97de-f54c2ff3d763', 'PED-2026-0007', '2026-07-16', '01a1e1fb-da33-759b-bca2-d686f9c42773', '01a1e1fb-da1a-7017-a42f-865cd1ce411e', 'PAGA', 10.50, '2026-11-16 01:32:21.556+00', '2026-11-16 01:32:21.556+00'),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-dac0-7946-8409-6ac1f96df4aa', 'PED-2026-0008', '2026-08-17', '01a1e1fb-da39-71a9-a605-3501a97df24a', '01a1e1fb-da20-7e09-9307-076f6e75fe38', 'PAGA', 31.50, '2026-11-16 01:32:21.568+00', '2026-11-16 01:32:21.568+00'),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-dacc-7f94-833b-8f7970e1d924', 'PED-2026-0009', '2026-09-18', '01a1e1fb-da3f-72ae-819e-481fd83f2482', '01a1e1fb-da27-7989-8128-674eb884a211', 'PAGA', 63.00, '2026-11-16 01:32:21.58+00', '2026-11-16 01:32:21.58+00'),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-dadf-76cf-bd26-6f605baa56e7', 'PED-2026-0010', '2026-01-10', '01a1e1fb-da45-705c-9d9b-851837cca4f2', '01a1e1fb-da1a-7017-a42f-865cd1ce411e', 'PAGA', 10.50, '2026-11-16 01:32:21.599+00', '2026-11-16 01:32:21.599+00'),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-dae9-759a-82ec-941c9ad3a295', 'PED-2026-0011', '2026-02-11', '01a1e1fb-da2d-75f9-8978-f40b953f6057', '01a1e1fb-da20-7e09-9307-076f6e75fe38', 'PAGA', 31.50, '2026-11-16 01:32:21.609+00', '2026-11-16 01:32:21.609+00'),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-daf4-706b-b64c-6f552dd51fda', 'PED-2026-0012', '2026-03-12', '01a1e1fb-da33-759b-bca2-d686f9c42773', '01a1e1fb-da27-7989-8128-674eb884a211', 'PAGA', 63.00, '2026-11-16 01:32:21.62+00', '2026-11-16 01:32:21.62+00'),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-dafe-77a6-a7c6-c00bf6dc2290', 'PED-2026-0013', '2026-04-13', '01a1e1fb-da39-71a9-a605-3501a97df24a', '01a1e1fb-da1a-7017-a42f-865cd1ce411e', 'PAGA', 10.50, '2026-11-16 01:32:21.63+00', '2026-11-16 01:32:21.63+00'),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-db09-7168-9bab-dab0ca8eaf1a', 'PED-2026-0014', '2026-05-14', '01a1e1fb-da3f-72ae-819e-481fd83f2482', '01a1e1fb-da20-7e09-9307-076f6e75fe38', 'PAGA', 31.50, '2026-11-16 01:32:21.641+00', '2026-11-16 01:32:21.641+00'),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-db14-785a-af97-10a90b2fb551', 'PED-2026-0015', '2026-06-15', '01a1e1fb-da45-705c-9d9b-851837cca4f2', '01a1e1fb-da27-7989-8128-674eb884a211', 'PAGA', 63.00, '2026-11-16 01:32:21.652+00', '2026-11-16 01:32:21.652+00');
INSERT INTO sales.sale_counter VALUES
	('01900000-0000-7000-8000-00000000000b', 2026, 15, 15),
	('01900000-0000-7000-8000-00000000000a', 2026, 36, 36);
INSERT INTO sales.sale_item VALUES
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d845-7448-a834-654cd837a9de', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d857-7548-b26e-52a524460805', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d857-7548-b26e-52a524460805', 2, 'a-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d864-7441-a3b8-6db5ba162473', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d864-7441-a3b8-6db5ba162473', 2, 'a-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d864-7441-a3b8-6db5ba162473', 3, 'a-PROD-2', 3.000000, 10.500000, 31.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d86f-77a9-b525-401b6ac009a4', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d87c-7579-81df-8561a6dcbbaf', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d87c-7579-81df-8561a6dcbbaf', 2, 'a-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d889-7d90-99ec-fe4b5fc625c5', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d889-7d90-99ec-fe4b5fc625c5', 2, 'a-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d889-7d90-99ec-fe4b5fc625c5', 3, 'a-PROD-2', 3.000000, 10.500000, 31.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d895-71e2-adce-3b1208aa5ae5', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d89f-7c74-adfd-5e127ad7ea3e', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d89f-7c74-adfd-5e127ad7ea3e', 2, 'a-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d8aa-78f3-9db4-b6f10992a0b0', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d8aa-78f3-9db4-b6f10992a0b0', 2, 'a-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d8aa-78f3-9db4-b6f10992a0b0', 3, 'a-PROD-2', 3.000000, 10.500000, 31.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d8b8-7de0-8be8-07f3811e5710', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d8c3-7213-bc89-f4009274f39b', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d8c3-7213-bc89-f4009274f39b', 2, 'a-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d8cf-7709-87e8-ded244fd4b55', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d8cf-7709-87e8-ded244fd4b55', 2, 'a-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d8cf-7709-87e8-ded244fd4b55', 3, 'a-PROD-2', 3.000000, 10.500000, 31.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d8d9-7fb7-819e-6d6e42964300', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d8e4-7b18-a812-1382def77866', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d8e4-7b18-a812-1382def77866', 2, 'a-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d8f0-7a73-8406-aafd5daa4796', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d8f0-7a73-8406-aafd5daa4796', 2, 'a-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d8f0-7a73-8406-aafd5daa4796', 3, 'a-PROD-2', 3.000000, 10.500000, 31.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d8fa-7632-9942-91705c9e18a3', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d905-7a8a-b51c-44ee16721fb1', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d905-7a8a-b51c-44ee16721fb1', 2, 'a-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d90e-7ff0-9b9f-ed2cf6779897', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d90e-7ff0-9b9f-ed2cf6779897', 2, 'a-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d90e-7ff0-9b9f-ed2cf6779897', 3, 'a-PROD-2', 3.000000, 10.500000, 31.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d91f-78b7-ab12-1f417285b578', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d929-7875-a063-ee11b48d5377', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d929-7875-a063-ee11b48d5377', 2, 'a-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d934-76ba-9c27-ca0022243f33', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d934-76ba-9c27-ca0022243f33', 2, 'a-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d934-76ba-9c27-ca0022243f33', 3, 'a-PROD-2', 3.000000, 10.500000, 31.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d93f-7b05-ab04-caa569067fad', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d949-7f5e-9838-59cc42a6da8d', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d949-7f5e-9838-59cc42a6da8d', 2, 'a-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d953-7d68-804d-c571875aafd2', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d953-7d68-804d-c571875aafd2', 2, 'a-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d953-7d68-804d-c571875aafd2', 3, 'a-PROD-2', 3.000000, 10.500000, 31.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d95e-74e2-b840-ac1ce6dcb7f0', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d967-7abb-a32d-b81936733b6a', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d967-7abb-a32d-b81936733b6a', 2, 'a-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d971-7719-9de5-0525b54f8f32', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d971-7719-9de5-0525b54f8f32', 2, 'a-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d971-7719-9de5-0525b54f8f32', 3, 'a-PROD-2', 3.000000, 10.500000, 31.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d980-758d-82ad-b1a603b066e4', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d991-7818-9dd8-cb81f74feddd', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d991-7818-9dd8-cb81f74feddd', 2, 'a-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d99a-78d7-956b-b8bf2057e3c6', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d99a-78d7-956b-b8bf2057e3c6', 2, 'a-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d99a-78d7-956b-b8bf2057e3c6', 3, 'a-PROD-2', 3.000000, 10.500000, 31.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d9a3-77dc-80ce-d51cbc7c040f', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d9b7-76b2-bf1e-056826d8329b', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d9b7-76b2-bf1e-056826d8329b', 2, 'a-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d9c7-760f-99c7-0ce8f254e4ef', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d9c7-760f-99c7-0ce8f254e4ef', 2, 'a-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d9c7-760f-99c7-0ce8f254e4ef', 3, 'a-PROD-2', 3.000000, 10.500000, 31.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d9d5-7a33-b9cf-cc03e86bd961', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d9e2-7517-af15-ba8c9cc3a291', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d9e2-7517-af15-ba8c9cc3a291', 2, 'a-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d9ec-7636-b22f-73874e48272a', 1, 'a-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d9ec-7636-b22f-73874e48272a', 2, 'a-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000a', '01a1e1fb-d9ec-7636-b22f-73874e48272a', 3, 'a-PROD-2', 3.000000, 10.500000, 31.50),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da6e-7c03-823c-9d1aee4e4ab3', 1, 'b-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da78-79c7-97b7-a162df693030', 1, 'b-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da78-79c7-97b7-a162df693030', 2, 'b-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da82-7a50-a09f-02875b4df11b', 1, 'b-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da82-7a50-a09f-02875b4df11b', 2, 'b-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da82-7a50-a09f-02875b4df11b', 3, 'b-PROD-2', 3.000000, 10.500000, 31.50),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da8c-7a61-9f7c-bbaf6b97056b', 1, 'b-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da96-75fa-a582-683a99477421', 1, 'b-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-da96-75fa-a582-683a99477421', 2, 'b-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-daa4-7c0d-98c7-829f145ac57d', 1, 'b-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-daa4-7c0d-98c7-829f145ac57d', 2, 'b-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-daa4-7c0d-98c7-829f145ac57d', 3, 'b-PROD-2', 3.000000, 10.500000, 31.50),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-dab4-7714-97de-f54c2ff3d763', 1, 'b-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-dac0-7946-8409-6ac1f96df4aa', 1, 'b-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-dac0-7946-8409-6ac1f96df4aa', 2, 'b-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-dacc-7f94-833b-8f7970e1d924', 1, 'b-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-dacc-7f94-833b-8f7970e1d924', 2, 'b-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-dacc-7f94-833b-8f7970e1d924', 3, 'b-PROD-2', 3.000000, 10.500000, 31.50),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-dadf-76cf-bd26-6f605baa56e7', 1, 'b-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-dae9-759a-82ec-941c9ad3a295', 1, 'b-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-dae9-759a-82ec-941c9ad3a295', 2, 'b-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-daf4-706b-b64c-6f552dd51fda', 1, 'b-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-daf4-706b-b64c-6f552dd51fda', 2, 'b-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-daf4-706b-b64c-6f552dd51fda', 3, 'b-PROD-2', 3.000000, 10.500000, 31.50),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-dafe-77a6-a7c6-c00bf6dc2290', 1, 'b-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-db09-7168-9bab-dab0ca8eaf1a', 1, 'b-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-db09-7168-9bab-dab0ca8eaf1a', 2, 'b-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-db14-785a-af97-10a90b2fb551', 1, 'b-PROD-0', 1.000000, 10.500000, 10.50),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-db14-785a-af97-10a90b2fb551', 2, 'b-PROD-1', 2.000000, 10.500000, 21.00),
	('01900000-0000-7000-8000-00000000000b', '01a1e1fb-db14-785a-af97-10a90b2fb551', 3, 'b-PROD-2', 3.000000, 10.500000, 31.50);
ALTER TABLE ONLY catalog.applied_sql
    ADD CONSTRAINT applied_sql_pkey PRIMARY KEY (name);
ALTER TABLE ONLY catalog.kept_answer
    ADD CONSTRAINT kept_answer_pkey PRIMARY KEY (empresa_id, key);
ALTER TABLE ONLY catalog.product_counter
    ADD CONSTRAINT product_counter_pkey PRIMARY KEY (empresa_id);
ALTER TABLE ONLY catalog.product
    ADD CONSTRAINT product_pkey PRIMARY KEY (id);
ALTER TABLE ONLY catalog.representada_counter
    ADD CONSTRAINT representada_counter_pkey PRIMARY KEY (empresa_id);
ALTER TABLE ONLY catalog.representada
    ADD CONSTRAINT representada_pkey PRIMARY KEY (empresa_id, id);
ALTER TABLE ONLY clients.applied_sql
    ADD CONSTRAINT applied_sql_pkey PRIMARY KEY (name);
ALTER TABLE ONLY clients.client
    ADD CONSTRAINT client_codigo_key UNIQUE (empresa_id, codigo);
ALTER TABLE ONLY clients.client_counter
    ADD CONSTRAINT client_counter_pkey PRIMARY KEY (empresa_id);
ALTER TABLE ONLY clients.client
    ADD CONSTRAINT client_pkey PRIMARY KEY (empresa_id, id);
ALTER TABLE ONLY clients.kept_answer
    ADD CONSTRAINT kept_answer_pkey PRIMARY KEY (empresa_id, key);
ALTER TABLE ONLY gateway.api_key
    ADD CONSTRAINT api_key_hash_key UNIQUE (hash);
ALTER TABLE ONLY gateway.api_key
    ADD CONSTRAINT api_key_pkey PRIMARY KEY (id);
ALTER TABLE ONLY gateway.applied_sql
    ADD CONSTRAINT applied_sql_pkey PRIMARY KEY (name);
ALTER TABLE ONLY gateway.empresa
    ADD CONSTRAINT empresa_pkey PRIMARY KEY (id);
ALTER TABLE ONLY sales.applied_sql
    ADD CONSTRAINT applied_sql_pkey PRIMARY KEY (name);
ALTER TABLE ONLY sales.kept_answer
    ADD CONSTRAINT kept_answer_pkey PRIMARY KEY (empresa_id, key);
ALTER TABLE ONLY sales.reference
    ADD CONSTRAINT reference_pkey PRIMARY KEY (empresa_id, id);
ALTER TABLE ONLY sales.sale_counter
    ADD CONSTRAINT sale_counter_pkey PRIMARY KEY (empresa_id, ano);
ALTER TABLE ONLY sales.sale_item
    ADD CONSTRAINT sale_item_pkey PRIMARY KEY (empresa_id, sale_id, posicao);
ALTER TABLE ONLY sales.sale
    ADD CONSTRAINT sale_pedido_key UNIQUE (empresa_id, pedido);
ALTER TABLE ONLY sales.sale
    ADD CONSTRAINT sale_pkey PRIMARY KEY (empresa_id, id);
CREATE INDEX kept_answer_age ON catalog.kept_answer USING btree (created_at);
CREATE INDEX product_ativo ON catalog.product USING btree (empresa_id, ativo, created_at DESC, id DESC);
CREATE INDEX product_newest ON catalog.product USING btree (empresa_id, created_at DESC, id DESC);
CREATE INDEX product_representada ON catalog.product USING btree (empresa_id, representada_id, created_at DESC, id DESC) WHERE (representada_id IS NOT NULL);
CREATE INDEX product_search ON catalog.product USING gin (((empresa_id)::text), search_text extensions.gin_trgm_ops) WITH (gin_pending_list_limit='64');
CREATE INDEX representada_ativo ON catalog.representada USING btree (empresa_id, ativo, id);
CREATE UNIQUE INDEX representada_cnpj_key ON catalog.representada USING btree (empresa_id, cnpj) WHERE (cnpj <> ''::text);
CREATE INDEX representada_search ON catalog.representada USING gin (((empresa_id)::text), search_text extensions.gin_trgm_ops) WITH (gin_pending_list_limit='64');
CREATE INDEX representada_unfinished ON catalog.representada USING btree (pending_since) WHERE (delete_pending OR rename_pending);
CREATE UNIQUE INDEX client_email_key ON clients.client USING btree (lower(email));
CREATE INDEX client_search ON clients.client USING gin (((empresa_id)::text), search_text extensions.gin_trgm_ops) WITH (gin_pending_list_limit='64');
CREATE INDEX client_unfinished ON clients.client USING btree (pending_since) WHERE (delete_pending OR rename_pending);
CREATE INDEX kept_answer_age ON clients.kept_answer USING btree (created_at);
CREATE INDEX api_key_empresa ON gateway.api_key USING btree (empresa_id);
CREATE INDEX api_key_prefix ON gateway.api_key USING btree (prefix);
CREATE INDEX kept_answer_age ON sales.kept_answer USING btree (created_at);
CREATE INDEX sale_cliente ON sales.sale USING btree (empresa_id, cliente_id);
CREATE INDEX sale_representada ON sales.sale USING btree (empresa_id, representada_id);
ALTER TABLE ONLY catalog.product
    ADD CONSTRAINT product_representada_fkey FOREIGN KEY (empresa_id, representada_id) REFERENCES catalog.representada(empresa_id, id);
ALTER TABLE ONLY gateway.api_key
    ADD CONSTRAINT api_key_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES gateway.empresa(id);
ALTER TABLE ONLY sales.sale_item
    ADD CONSTRAINT sale_item_sale_fkey FOREIGN KEY (empresa_id, sale_id) REFERENCES sales.sale(empresa_id, id) ON DELETE CASCADE;
GRANT USAGE ON SCHEMA extensions TO gateway;
GRANT USAGE ON SCHEMA extensions TO sales;
GRANT USAGE ON SCHEMA extensions TO catalog;
GRANT USAGE ON SCHEMA extensions TO clients;
REVOKE USAGE ON SCHEMA public FROM PUBLIC;
