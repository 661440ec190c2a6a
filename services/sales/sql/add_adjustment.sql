-- An adjustment by hand, with its reason: a due part of its own. Null when the representada is being deleted, or gone.
create or replace function add_adjustment(p_empresa_id uuid, p_adjustment jsonb, p_key text, p_fingerprint bytea, p_caller jsonb)
returns jsonb language plpgsql as $$
declare
  id uuid := uuidv7();
  representada uuid := p_adjustment ->> 'representada_id';
  answer jsonb := jsonb_build_object('id', id, 'representada_id', representada, 'valor', p_adjustment -> 'valor',
    'vencimento', p_adjustment -> 'vencimento', 'motivo', p_adjustment -> 'motivo', 'created_at', now()::timestamptz(3));
begin
  perform claim_key(p_empresa_id, p_key);
  if not hold_reference(p_empresa_id, 'representada', representada, p_adjustment ->> 'representada_nome',
      (p_adjustment ->> 'representada_revision')::int) then
    return null;
  end if;
  perform audit(p_empresa_id, next_change(p_empresa_id), p_caller, 'criar', 'adjustments', id::text, null);
  perform record_commission(p_empresa_id, array[
    new_entry('ajuste', representada, (p_adjustment ->> 'vencimento')::date, id, 1,
      devida => (p_adjustment ->> 'valor')::numeric, motivo => p_adjustment ->> 'motivo')
  ]);
  perform keep_answer(p_empresa_id, p_key, p_fingerprint, 201, answer);
  return answer;
end $$;
