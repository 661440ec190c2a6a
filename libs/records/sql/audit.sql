-- Adds an entry to the company's chain, and returns its number. Called in the transaction of the change itself, under the lock of
-- the company's change sequence.
create or replace function audit(
  p_empresa_id uuid, p_numero bigint, p_caller jsonb, p_operacao text, p_recurso text, p_id text, p_campos text[]
) returns bigint language plpgsql as $$
declare
  moment timestamptz(3);
  last_moment timestamptz(3);
  last_hash bytea;
  new_entry text;
begin
  select hash, em into last_hash, last_moment from audit_entry where empresa_id = p_empresa_id order by numero desc limit 1;
  if last_hash is null then
    select hash, audit_checkpoint.em into last_hash, last_moment from audit_checkpoint where empresa_id = p_empresa_id;
  end if;
  -- Times grow along the chain, also when the clock is set back.
  moment := greatest(clock_timestamp(), last_moment);
  new_entry := json_build_object(
    'empresa_id', p_empresa_id, 'numero', p_numero,
    'em', to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'operacao', p_operacao, 'recurso', p_recurso, 'id', p_id, 'campos', p_campos,
    'chave_id', p_caller -> 'chave_id', 'chave_prefixo', p_caller -> 'chave_prefixo',
    'operador', p_caller -> 'operador',
    'request_id', p_caller -> 'request_id', 'endereco', p_caller -> 'endereco'
  );
  insert into audit_entry (empresa_id, numero, em, recurso, registro_id, chave_id, entry, hash)
    values (p_empresa_id, p_numero, moment, p_recurso, p_id, (p_caller ->> 'chave_id')::uuid, new_entry,
      sha256(coalesce(last_hash, '') || convert_to(new_entry, 'UTF8')));
  return p_numero;
end $$;

-- Removes a company's entries up to a number, and leaves a checkpoint from which the chain goes on.
create or replace function cut_audit(p_empresa_id uuid, p_numero bigint, p_hash bytea, p_em text, p_signature bytea) returns int
language plpgsql as $$
declare
  removed int;
begin
  insert into audit_checkpoint as existing (empresa_id, numero, hash, em, signature)
    values (p_empresa_id, p_numero, p_hash, p_em, p_signature)
    on conflict (empresa_id) do update
      set numero = excluded.numero, hash = excluded.hash, em = excluded.em, signature = excluded.signature
      where existing.numero < excluded.numero;
  if not found then return 0; end if;
  delete from audit_entry where empresa_id = p_empresa_id and numero <= p_numero;
  get diagnostics removed = row_count;
  return removed;
end $$;
