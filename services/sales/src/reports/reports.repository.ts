import type { Call, readClientAccounts } from '@representa/contracts';
import { arrayLiteral, type Database, type Fragment, literal, sql } from '@representa/postgres';
import type { RequestCall } from '@representa/service-kit';
import type { z } from 'zod';
import { nameOf } from '../references/references.repository.ts';
import type { ClientsReportRow, SalesReportQuery, SalesReportRow } from './reports.schemas.ts';

/** The sums of one group of sales. */
export type Sums = Omit<SalesReportRow, 'nome' | 'produto_nome' | 'media'>;

export type DateRange = Pick<SalesReportQuery, 'de' | 'ate'>;

/** Not by state: the service of clients knows the states (report-by-state.ts). */
type Grouped = DateRange & { por: Exclude<SalesReportQuery['por'], 'estado'> };

/** What sales are grouped by while they are read, and how it is shown: texts are made once for a group, not for a sale. */
const keys = {
  dia: { by: sql`data`, shown: sql`key::text` },
  mes: { by: sql`data`, shown: sql`to_char(key, 'YYYY-MM')` },
  cliente: { by: sql`cliente_id`, shown: sql`key::text` },
  representada: { by: sql`representada_id`, shown: sql`key::text` },
  produto: { shown: sql`key` },
  status: { by: sql`status`, shown: sql`key` },
};

export const makeReportsRepository = (database: Database) => {
  /** The sums by key and status. Reads the sales of its range and no others. */
  const groups = (call: RequestCall, { por, de, ate }: Grouped) => {
    const inRange = sql`sale.empresa_id = ${call.empresa_id} and data >= ${de} and data <= ${ate}`;
    if (por !== 'produto')
      return sql`
        select ${keys[por].by} as key, status, count(*) as vendas, sum(valor_total) as valor, sum(comissao) as comissao
        from sale where ${inRange} group by key, status`;
    return sql`
      select produto_id as key, status, count(*) filter (where nth = 1) as vendas, sum(item.valor_total) as valor,
        sum(round(item.valor_total * item.comissao * 0.01, 2)) as comissao
      from sale
      cross join lateral (
        -- Counts a product once in a sale. To count distinct sales, all items of the range would be sorted.
        select produto_id, valor_total, comissao, row_number() over (partition by produto_id) as nth from sale_item
        where empresa_id = ${call.empresa_id} and sale_id = sale.id offset 0
      ) item
      where ${inRange} group by key, status`;
  };

  const sums = (call: RequestCall, query: Grouped) => sql`
    select ${keys[query.por].shown} as chave,
      coalesce(sum(vendas) filter (where status_step(status) <> 'cancelada'), 0) as vendas,
      coalesce(sum(valor) filter (where status_step(status) <> 'cancelada'), 0) as total,
      coalesce(sum(comissao) filter (where status_step(status) <> 'cancelada'), 0) as comissao,
      coalesce(sum(vendas) filter (where status_step(status) = 'cancelada'), 0) as canceladas,
      coalesce(sum(valor) filter (where status_step(status) = 'cancelada'), 0) as total_cancelado
    from (${groups(call, query)}) groups group by chave`;

  return {
    /** Up to a number of rows. */
    sales: async (call: RequestCall, query: Grouped, max: number): Promise<SalesReportRow[]> => {
      const isNamed = query.por === 'cliente' || query.por === 'representada';
      return database.within(
        call,
        sql<SalesReportRow[]>`
          select chave, ${isNamed ? nameOf(call, sql`chave::uuid`) : sql`chave`} as nome, vendas, total,
            case when vendas = 0 then 0 else round(total / vendas, 2) end as media, comissao, canceladas, total_cancelado
          from (${sums(call, query)}) sums
          order by ${query.por === 'dia' || query.por === 'mes' ? sql`chave` : sql`total desc, chave`}
          limit ${literal(max)}`,
      );
    },

    /** The sums of the clients with a sale in the range, up to a number of clients. */
    byClient: (call: RequestCall, range: DateRange, max: number): Promise<Sums[]> =>
      database.within(call, sql<Sums[]>`${sums(call, { ...range, por: 'cliente' })} limit ${literal(max)}`),

    /**
     * Who has not bought for so many days: the best customers of the last twelve months first. Reads each client's last
     * purchase, and of those who stopped the purchases of a year. Up to a number of clients.
     */
    clients: async (call: RequestCall, today: string, days: number, max: number): Promise<ClientsReportRow[]> => {
      // Steps from client to client along the index, backwards: the first entry of each is its last purchase.
      const next = (beyond: Fragment) => sql`
        select cliente_id, data from sale where empresa_id = ${call.empresa_id} and status_step(status) <> 'cancelada' ${beyond}
        order by cliente_id desc, data desc limit 1`;
      return database.within(
        call,
        sql<ClientsReportRow[]>`
          with recursive last (cliente_id, data) as (
            (${next(sql``)})
            union all
            select following.* from last cross join lateral (${next(sql`and cliente_id < last.cliente_id`)}) following
          )
          select cliente_id, ${nameOf(call, sql`cliente_id`)} as cliente_nome, data as ultima_compra,
            ${today}::date - data as dias_sem_compra,
            round((data - first)::numeric / nullif(days - 1, 0), 1) as intervalo_medio, total as total_12_meses
          from last
          cross join lateral (
            select min(data) as first, count(distinct data) as days,
              coalesce(sum(valor_total) filter (where data > ${today}::date - interval '1 year'), 0) as total
            from sale
            -- Compared as rows, which only the index of purchases can find: the client's index has all its sales.
            where empresa_id = ${call.empresa_id} and status_step(status) <> 'cancelada'
              and (cliente_id, data) > (last.cliente_id, (last.data - interval '1 year')::date)
              and (cliente_id, data) <= (last.cliente_id, last.data)
          ) year
          where data < ${today}::date - ${days}::int
          order by total_12_meses desc, cliente_id limit ${literal(max)}`,
      );
    },

    /** What the service of clients asks for a route. In the order of the ids. Reads one purchase of each client, and its open sales. */
    clientAccounts: async (
      call: Call,
      { empresa_id, ids }: z.output<typeof readClientAccounts.request>,
    ): Promise<z.output<typeof readClientAccounts.reply>> =>
      database.within(
        call,
        sql<z.output<typeof readClientAccounts.reply>>`
          select (
              select data from sale
              where empresa_id = ${empresa_id} and cliente_id = asked.id and status_step(status) <> 'cancelada'
              order by data desc limit 1
            ) as ultima_compra, (
              select coalesce(sum(valor_total - recebido), 0) from sale
              where empresa_id = ${empresa_id} and cliente_id = asked.id and recebido < valor_total
                and status_step(status) <> 'cancelada'
            ) as aberto
          from unnest(${arrayLiteral(ids)}::uuid[]) with ordinality asked (id, position) order by position`,
      ),
  };
};

export type ReportsRepository = ReturnType<typeof makeReportsRepository>;
