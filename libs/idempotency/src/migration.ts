/**
 * The table and functions by which a create statement keeps its answer. Every service has its own, in its own schema,
 * because the answer is written in the statement that writes the record: either both are there after a crash, or none.
 */
export const idempotencyMigration = {
  name: '000-idempotency.sql',
  statements: `
    create table kept_answer (
      empresa_id uuid not null,
      key text not null,
      -- Of the path and the body: the same key with another request is a mistake of the caller.
      fingerprint bytea not null,
      status int not null,
      body text not null,
      created_at timestamptz not null default now(),
      constraint kept_answer_pkey primary key (empresa_id, key)
    );
    create index kept_answer_age on kept_answer (created_at);

    -- Claims the one execution that a key allows, or says what is in the way. While another request with the key is
    -- being carried out this one is refused, not queued; the lock is the transaction's, so that a crash frees the key at
    -- once.
    create function try_key(p_empresa_id uuid, p_key text) returns text language plpgsql as $$
    begin
      if p_key is null then return null; end if;
      if not pg_try_advisory_xact_lock(hashtextextended(p_empresa_id || ' ' || p_key, 0)) then
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

    -- The same for a statement that ends with whatever is in the way, told as a constraint would tell it.
    create function claim_key(p_empresa_id uuid, p_key text) returns void language plpgsql as $$
    declare
      in_the_way text := try_key(p_empresa_id, p_key);
    begin
      if in_the_way is not null then raise exception '%', in_the_way using constraint = in_the_way; end if;
    end $$;

    create function keep_answer(p_empresa_id uuid, p_key text, p_fingerprint bytea, p_status int, p_body text)
    returns void language sql as $$
      insert into kept_answer as old (empresa_id, key, fingerprint, status, body)
        values (p_empresa_id, p_key, p_fingerprint, p_status, p_body)
      -- Only an answer past its 24 hours can be in the way.
      on conflict (empresa_id, key) do update set
        fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body, created_at = excluded.created_at
        where old.created_at <= now() - interval '24 hours';
    $$;

    -- For an answer that wrote no record. Not while a request with the key may be writing one, nor after it did.
    create function keep_refusal(p_empresa_id uuid, p_key text, p_fingerprint bytea, p_status int, p_body text)
    returns void language plpgsql as $$
    begin
      perform claim_key(p_empresa_id, p_key);
      perform keep_answer(p_empresa_id, p_key, p_fingerprint, p_status, p_body);
    end $$;

    -- For the end of a create statement: the answer is written where the record is.
    create function keep_created(p_empresa_id uuid, p_key text, p_fingerprint bytea, p_record text)
    returns void language plpgsql as $$
    begin
      if p_key is null then return; end if;
      perform keep_answer(p_empresa_id, p_key, p_fingerprint, 201, '{"success":true,"data":' || p_record || '}');
    end $$;
  `,
};
