-- Records what a client paid of a sale, for one instalment or for the oldest open ones. The commission of each instalment
-- becomes due in proportion; its last receipt takes the remainder. Null when there is no such sale.
create or replace function add_receipt(
  p_empresa_id uuid, p_sale_id uuid, p_valor numeric, p_data date, p_parcela int,
  p_key text, p_fingerprint bytea, p_caller jsonb
) returns jsonb language plpgsql as $$
declare
  new_change bigint;
  current_sale sale;
  instalment record;
  expected commission_part;
  remaining numeric := p_valor;
  taken numeric;
  earned numeric;
  next int;
  receipt uuid := uuidv7();
  entries new_commission_entry[] := '{}';
  covered jsonb := '[]';
  answer jsonb;
begin
  perform claim_key(p_empresa_id, p_key);
  new_change := next_change(p_empresa_id);
  select * into current_sale from sale where empresa_id = p_empresa_id and id = p_sale_id;
  if not found then return null; end if;
  if status_step(current_sale.status) = 'cancelada' then perform refuse('receipt_cancelled'); end if;
  if p_valor > current_sale.valor_total - current_sale.recebido then
    perform refuse('receipt_exceeds');
  end if;
  -- They are listed without pages, and each new one reads them. The limit is also in receipts.errors.ts.
  if 500 <= (select count(distinct id) from sale_receipt where empresa_id = p_empresa_id and sale_id = p_sale_id) then
    perform refuse('receipt_limit');
  end if;
  next := next_part(p_empresa_id, p_sale_id);

  for instalment in
    select * from instalments(current_sale) where p_parcela is null or numero = p_parcela order by vencimento, numero
  loop
    taken := least(remaining, instalment.valor - instalment.recebido);
    continue when taken <= 0;
    remaining := remaining - taken;
    earned := case when current_sale.comissao_quando = 'recebimento' then greatest(0,
      proportion(instalment.comissao, instalment.recebido + taken, instalment.valor) - instalment.comissao_devida)
      else 0 end;
    insert into sale_receipt (empresa_id, sale_id, id, parcela, data, valor, comissao)
      values (p_empresa_id, p_sale_id, receipt, instalment.numero, p_data, taken, earned);
    covered := covered || jsonb_build_object('parcela', instalment.numero, 'valor', taken, 'comissao', earned);
    if current_sale.comissao_quando = 'recebimento' and current_sale.comissao > 0 then
      select * into strict expected from expected_part(p_empresa_id, p_sale_id, instalment.numero);
      entries := entries || array[
        new_entry('devida', current_sale.representada_id, expected.vencimento, p_sale_id, expected.parte, expected.parcela,
          percentual => expected.percentual, base => -taken, prevista => -earned),
        new_entry('devida', current_sale.representada_id, due_date(p_data, current_sale.comissao_dia), p_sale_id, next,
          expected.parcela, receipt, percentual => expected.percentual, base => taken, devida => earned)
      ];
      next := next + 1;
    end if;
  end loop;
  if covered = '[]' and p_parcela > coalesce(jsonb_array_length(current_sale.parcelas), 1) then
    perform refuse('receipt_instalment');
  end if;
  if remaining > 0 then perform refuse('receipt_exceeds'); end if;

  perform record_commission(p_empresa_id, entries);
  perform change_received(current_sale, new_change, current_sale.recebido + p_valor, p_caller, null);
  perform audit(p_empresa_id, new_change, p_caller, 'criar', 'receipts', receipt::text, null);
  answer := jsonb_build_object('id', receipt, 'sale_id', p_sale_id, 'data', p_data, 'valor', p_valor,
    'automatico', false, 'parcelas', covered, 'created_at', now()::timestamptz(3));
  perform keep_answer(p_empresa_id, p_key, p_fingerprint, 201, answer);
  return answer;
end $$;
