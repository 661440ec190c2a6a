-- Allocates the credit of a representada's payments, the oldest first, to its due parts, the oldest first. Negative adjustments
-- come first: they add to what can be paid. With p_sales, only parts of these sales and adjustments are paid: those that are due
-- in p_month before the rest, and of each at most its amount in p_limits. Makes at most 20,000 allocations, so that it ends before
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
