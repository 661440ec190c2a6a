-- The payment that a reconciliation has recorded and that was not taken back. Null: none.
create or replace function reconciliation_payment(p_empresa_id uuid, p_representada_id uuid, p_conciliacao text) returns uuid
language sql stable as $$
  select id from commission_payment
  where empresa_id = p_empresa_id and representada_id = p_representada_id and conciliacao = p_conciliacao and estornado_em is null
  order by id limit 1;
$$;

-- Adds what a representada paid, and allocates it. `mes` and `conciliacao`: a reconciliation's, which is recorded once, unless
-- `forcar`, and pays nothing that is due after its month. Returns it with p_max parts of its allocation.
create or replace function add_payment(
  p_empresa_id uuid, p_id uuid, p_payment jsonb, p_sales uuid[], p_limits numeric[], p_max int
) returns jsonb language plpgsql as $$
declare
  fresh commission_payment := jsonb_populate_record(null::commission_payment, p_payment);
  recorded uuid;
  not_due json;
begin
  -- The company's number is taken: no other write of the company is under way.
  recorded := reconciliation_payment(p_empresa_id, fresh.representada_id, fresh.conciliacao);
  if recorded is not null and not coalesce((p_payment ->> 'forcar')::boolean, false) then
    perform refuse('reconciliation_recorded', recorded::text);
  end if;
  select json_agg(json_build_object('sale_id', id, 'pedido',
      (select pedido from sale where empresa_id = p_empresa_id and id = refused.id)) order by place)
    into not_due
    from (
      select id, place from unnest(p_sales) with ordinality named (id, place) where not exists (
        select from (select * from commission_part where empresa_id = p_empresa_id and origem_id = named.id offset 0) part
        where representada_id = fresh.representada_id
          -- A reconciliation also names adjustments: another one may have settled them meanwhile.
          and (devida <> paga or (p_limits is not null and motivo is not null)))
      order by place limit 100
    ) refused;
  if not_due is not null then perform refuse('payment_sale', not_due::text); end if;
  insert into commission_payment (empresa_id, id, representada_id, data, valor, referencia, conciliacao, created_at)
    values (p_empresa_id, p_id, fresh.representada_id, fresh.data, fresh.valor, fresh.referencia, fresh.conciliacao,
      uuid_extract_timestamp(p_id));
  perform record_commission(p_empresa_id, array[
    new_entry('paga', fresh.representada_id, fresh.data, payment_id => p_id, credito => fresh.valor)
  ]);
  perform allocate_payment(p_empresa_id, fresh.representada_id, p_sales, p_limits, (p_payment ->> 'mes' || '-01')::date);
  return show_payment(p_empresa_id, p_id, p_max);
end $$;

-- A payment with its allocation: how many parts there are, and the first p_max of them. Null: all.
create or replace function show_payment(p_empresa_id uuid, p_id uuid, p_max int) returns jsonb
language sql stable as $$
  select jsonb_build_object('id', payment.id, 'representada_id', representada_id, 'data', data, 'valor', payment.valor,
    'referencia', referencia, 'credito', credito, 'created_at', payment.created_at, 'estornado_em', estornado_em,
    'alocacoes', (
      select count(*) from commission_allocation where empresa_id = p_empresa_id and payment_id = p_id and valor <> 0
    ),
    'alocacao', coalesce(allocated, '[]'))
  from commission_payment payment
  left join lateral (
    select jsonb_agg(
      jsonb_build_object('sale_id', sale.id, 'pedido', sale.pedido, 'parte', parte, 'valor', allocation.valor)
        || case when sale.id is null then jsonb_build_object('ajuste_id', allocation.origem_id) else '{}' end
      order by allocation.origem_id, parte) as allocated
    from (
      select * from commission_allocation
      where empresa_id = p_empresa_id and payment_id = p_id and valor <> 0
      order by origem_id, parte limit p_max
    ) allocation
    left join lateral (
      select id, pedido from sale where empresa_id = p_empresa_id and id = allocation.origem_id offset 0
    ) sale on true
  ) allocation on true
  where empresa_id = p_empresa_id and id = p_id;
$$;

-- Allocates the credit of a representada's payments, the oldest first, to its due parts, the oldest first. Negative adjustments
-- come first: they add to what can be paid. With p_sales, only parts of these sales and adjustments are paid, and of
-- each at most its amount in p_limits. With p_month, those that are due in that month before the older ones, and none that is due
-- after it. Makes at most 20,000 allocations, so that it ends before
-- the deadline; the rest stays credit.
create or replace function allocate_payment(
  p_empresa_id uuid, p_representada_id uuid, p_sales uuid[], p_limits numeric[], p_month date
) returns void language plpgsql as $$
declare
  max_allocations constant int := 20000;
  entries new_commission_entry[];
  payment commission_payment;
  payments cursor for
    select * from commission_payment
    where empresa_id = p_empresa_id and representada_id = p_representada_id and credito > 0
    order by data, id;
  due refcursor;
  part record;
  unpaid numeric;
  amount numeric;
  limits numeric[] := p_limits;
begin
  open payments;
  fetch payments into payment;
  if payment.id is null then return; end if;

  entries := array(
    select new_entry('paga', p_representada_id, vencimento, origem_id, parte, parcela, payment_id => payment.id,
      percentual => percentual, paga => devida - paga)
    from (
      -- Only one of the two selects returns rows. One condition with `or` would read all parts of the representada.
      select * from commission_part
      where p_sales is null and empresa_id = p_empresa_id and representada_id = p_representada_id and devida < paga
      union all
      select named.* from (select distinct id from unnest(p_sales) id) sale
      cross join lateral (
        select * from commission_part where empresa_id = p_empresa_id and origem_id = sale.id offset 0
      ) named
      where representada_id = p_representada_id and devida < paga
    ) deduction
    order by vencimento, origem_id, parte limit max_allocations);
  payment.credito := payment.credito - (select coalesce(sum(paga), 0) from unnest(entries));

  if p_sales is null then
    open due for
      select *, null::bigint as place from commission_part
      where empresa_id = p_empresa_id and representada_id = p_representada_id
        and part_state(prevista, devida, paga) = 'aberta' and devida > paga
      order by vencimento, origem_id, parte;
  else
    open due for
      select named.*, place from (
        select id, min(place) as place from unnest(p_sales) with ordinality as sale (id, place) group by id
      ) sale
      cross join lateral (
        select * from commission_part where empresa_id = p_empresa_id and origem_id = sale.id offset 0
      ) named
      where representada_id = p_representada_id and devida > paga
        and (p_month is null or vencimento < p_month + interval '1 month')
      order by month_of(vencimento) is distinct from p_month, vencimento, origem_id, parte;
  end if;
  loop
    fetch due into part;
    exit when not found or payment.id is null or cardinality(entries) >= max_allocations;
    -- Without limits this is null, which `least` ignores.
    unpaid := least(part.devida - part.paga, limits[part.place]);
    while unpaid > 0 and payment.id is not null and cardinality(entries) < max_allocations loop
      amount := least(unpaid, payment.credito);
      if amount = 0 then
        fetch payments into payment;
        continue;
      end if;
      entries := entries || new_entry('paga', p_representada_id, part.vencimento, part.origem_id, part.parte, part.parcela,
        payment_id => payment.id, percentual => part.percentual, paga => amount);
      payment.credito := payment.credito - amount;
      unpaid := unpaid - amount;
      if limits is not null then limits[part.place] := limits[part.place] - amount; end if;
    end loop;
  end loop;
  close payments;
  close due;
  perform record_commission(p_empresa_id, entries);
end $$;

-- Takes a payment back by new entries: what it paid is due again. Returns its id; null when there is none, or it was taken back before.
create or replace function reverse_payment(p_empresa_id uuid, p_id uuid) returns uuid language plpgsql as $$
declare
  payment commission_payment;
begin
  select * into payment from commission_payment
    where empresa_id = p_empresa_id and id = p_id and estornado_em is null;
  if not found then return null; end if;
  perform record_commission(p_empresa_id, array(
    select new_entry('estornada', part.representada_id, part.vencimento, part.origem_id, part.parte, part.parcela,
      payment_id => p_id, percentual => part.percentual, paga => -allocation.valor, motivo => 'pagamento estornado')
    from commission_allocation allocation join commission_part part using (empresa_id, origem_id, parte)
    where allocation.empresa_id = p_empresa_id and allocation.payment_id = p_id and allocation.valor <> 0
  ) || new_entry('estornada', payment.representada_id, payment.data, payment_id => p_id, credito => -payment.valor,
    motivo => 'pagamento estornado'));
  update commission_payment set estornado_em = now() where empresa_id = p_empresa_id and id = p_id;
  return p_id;
end $$;
