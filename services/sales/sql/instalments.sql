-- The instalments of a sale with their shares of its commission, which add up to it, and what was received of each.
create or replace function instalments(p_sale sale)
returns table (numero int, vencimento date, valor numeric, comissao numeric, recebido numeric, comissao_devida numeric)
language sql stable as $$
  select numero, vencimento, valor,
    proportion((p_sale).comissao, until_here, (p_sale).valor_total)
      - proportion((p_sale).comissao, until_here - valor, (p_sale).valor_total),
    coalesce(receipt.valor_recebido, 0), coalesce(receipt.comissao_devida, 0)
  from (
    select numero::int, vencimento, valor, sum(valor) over (order by numero) as until_here
    from rows from (jsonb_to_recordset(coalesce((p_sale).parcelas,
        jsonb_build_array(jsonb_build_object('vencimento', (p_sale).data, 'valor', (p_sale).valor_total))))
      as (vencimento date, valor numeric)) with ordinality as instalment (vencimento, valor, numero)
  ) instalment
  left join (
    select parcela as numero, sum(sale_receipt.valor) as valor_recebido, sum(sale_receipt.comissao) as comissao_devida
    from sale_receipt where empresa_id = (p_sale).empresa_id and sale_id = (p_sale).id group by parcela
  ) receipt using (numero);
$$;
