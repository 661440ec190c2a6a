import type { Database } from '@representa/postgres';
import type { EmpresaCall } from '@representa/service-kit';
import type { ClientsReportRow, SalesReportQuery, SalesReportRow } from './reports.schemas.ts';

export const makeReportsRepository = (sql: Database) => {
  const keys = {
    dia: sql`data::text`,
    mes: sql`to_char(data, 'YYYY-MM')`,
    cliente: sql`cliente_id::text`,
    representada: sql`representada_id::text`,
    status: sql`status`,
  };
  const isCancelled = sql`status in ('Cancelado', 'CANCELADA')`;

  /** One row per sale, or per sale and product: what a report adds up. Reads the sales of its range and no others. */
  const summed = (call: EmpresaCall, { por, de, ate }: SalesReportQuery) => {
    const inRange = sql`sale.empresa_id = ${call.empresa_id} and data >= ${de} and data <= ${ate}`;
    if (por !== 'produto')
      return sql`
        select ${keys[por]} as chave, valor_total as valor, comissao, ${isCancelled} as cancelada from sale where ${inRange}`;
    return sql`
      select produto_id as chave, sum(item.valor_total) as valor,
        sum(round(item.valor_total * item.comissao / 100, 2)) as comissao, ${isCancelled} as cancelada
      from sale
      cross join lateral (
        select produto_id, valor_total, comissao from sale_item
        where empresa_id = ${call.empresa_id} and sale_id = sale.id offset 0
      ) item
      where ${inRange} group by produto_id, sale.id, status`;
  };

  return {
    sales: async (call: EmpresaCall, query: SalesReportQuery): Promise<SalesReportRow[]> => {
      const isNamed = query.por === 'cliente' || query.por === 'representada';
      const name = sql`(select nome from reference where empresa_id = ${call.empresa_id} and id = chave::uuid)`;
      return sql.within(
        call,
        sql<SalesReportRow[]>`
          select chave, ${isNamed ? name : sql`chave`} as nome, vendas, total,
            case when vendas = 0 then 0 else round(total / vendas, 2) end as media, comissao, canceladas, total_cancelado
          from (
            select chave, count(*) filter (where not cancelada) as vendas,
              coalesce(sum(valor) filter (where not cancelada), 0) as total,
              coalesce(sum(comissao) filter (where not cancelada), 0) as comissao,
              count(*) filter (where cancelada) as canceladas,
              coalesce(sum(valor) filter (where cancelada), 0) as total_cancelado
            from (${summed(call, query)}) summed group by chave
          ) grouped
          order by ${query.por === 'dia' || query.por === 'mes' ? sql`chave` : sql`total desc, chave`}
          limit 10000`,
      );
    },

    /** Who has not bought for so many days: the best customers of the last twelve months first. */
    clients: async (call: EmpresaCall, hoje: string, days: number): Promise<ClientsReportRow[]> =>
      sql.within(
        call,
        sql<ClientsReportRow[]>`
          select cliente_id, (
              select nome from reference where empresa_id = ${call.empresa_id} and id = cliente_id
            ) as cliente_nome, ultima_compra, ${hoje}::date - ultima_compra as dias_sem_compra,
            case when compras > 1 then round((ultima_compra - primeira_compra)::numeric / (compras - 1), 1) end
              as intervalo_medio, total_12_meses
          from (
            select cliente_id, max(data) as ultima_compra, min(data) as primeira_compra, count(distinct data) as compras,
              coalesce(sum(valor_total) filter (where data > ${hoje}::date - interval '12 months'), 0) as total_12_meses
            from sale where empresa_id = ${call.empresa_id} and not (${isCancelled}) group by cliente_id
            having max(data) < ${hoje}::date - ${days}::int
          ) bought
          order by total_12_meses desc, cliente_id limit 10000`,
      ),
  };
};

export type ReportsRepository = ReturnType<typeof makeReportsRepository>;
