import { type Database, literal, type PageAfter, pageAfter, sendingFor, sql } from '@representa/postgres';
import type { RequestCall } from '@representa/service-kit';
import { nameOf } from '../references/references.repository.ts';
import type { StatementPayment, StatementRow } from '../statement/statement.schemas.ts';
import { firstParts, isOverdue, isPaid, type PartsFilter, partsByState, state } from './commission-parts.ts';
import type { Commission, CommissionPosition, CommissionsQuery, Summary } from './commissions.schemas.ts';

type Row = Omit<Commission, 'ajuste_id' | 'motivo' | 'dias_atraso' | 'fator' | 'valor_corrigido'> & {
  origem_id: string;
  motivo: string | null;
  dias_atraso: number | null;
  fator: number | null;
  valor_corrigido: number | null;
};

/** Fields that a commission may have are left out when it has none. */
const shown = ({ origem_id, motivo, dias_atraso, fator, valor_corrigido, ...row }: Row): Commission => ({
  ...row,
  ...(row.sale_id === null && { ajuste_id: origem_id }),
  ...(motivo !== null && { motivo }),
  ...(dias_atraso !== null && { dias_atraso }),
  ...(fator !== null && valor_corrigido !== null && { fator, valor_corrigido }),
});

/** What a reconciliation compares. */
export type DueAmount = Pick<Row, 'origem_id' | 'sale_id' | 'pedido' | 'valor' | 'pago' | 'motivo'>;

/** A month of one representada. */
export interface Month {
  representada_id: string;
  /** YYYY-MM. */
  mes: string;
}

const dueIn = ({ representada_id, mes }: Month): PartsFilter => ({
  representada_id,
  de: `${mes}-01`,
  ate: endOf(mes),
  isDue: true,
});

/** The last day of a month. */
const endOf = (mes: string): string => {
  const [year = 0, month = 0] = mes.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
};

const readParts = (call: RequestCall, today: string, query: PartsFilter, max: number, more = sql``) => sql<Row[]>`
  select part.origem_id, sale.id as sale_id, sale.pedido, part.parte, part.parcela, part.representada_id, sale.cliente_id,
    base, percentual, prevista + devida as valor, paga as pago, vencimento,
    case when ${state} <> 'aberta' then ${state} when vencimento < ${today} then 'vencida' else 'devida' end as situacao,
    paid.em as pago_em, part.motivo,
    case when late.is then ${today}::date - vencimento end as dias_atraso, late.fator,
    round((devida - paga) * late.fator, 2) as valor_corrigido ${more}
  from ${firstParts(call, today, query, max)}
  left join lateral (
    select max((
      select data from commission_payment where empresa_id = ${call.empresa_id} and id = allocation.payment_id
    )) as em
    -- Only of a paid part: the allocations of an open one may be many, and their dates are not shown.
    -- By the primary key: with valor <> 0 inside, the index of a payment's allocations could be used.
    from (
      select * from commission_allocation
      where empresa_id = ${call.empresa_id} and origem_id = part.origem_id and parte = part.parte offset 0
    ) allocation
    where valor <> 0 and ${isPaid}
  ) paid on true
  cross join lateral (
    select ${isOverdue(today)} as is, case when ${isOverdue(today)} then correction_factor(vencimento, ${today}) end as fator
  ) late
  order by vencimento, origem_id, parte`;

export const makeCommissionsRepository = (database: Database) => ({
  list: async (
    call: RequestCall,
    today: string,
    { limit, ...query }: Omit<CommissionsQuery, 'cursor'>,
    after: CommissionPosition | undefined,
  ): Promise<PageAfter<Commission>> => {
    const filters = Object.values(query).filter((value) => value !== undefined);
    const parts = readParts(call, today, { ...query, after }, limit + 1);
    const rows = await database.within(call, parts, sendingFor(limit, filters.length));
    const page = pageAfter(rows, limit, ({ vencimento, origem_id, parte }) => [vencimento, origem_id, parte]);
    return { ...page, data: page.data.map(shown) };
  },

  /** What is due or paid in a month, up to a number, with what a statement tells of its sale and its receipt. */
  ofMonth: async (call: RequestCall, today: string, month: Month, max: number): Promise<StatementRow[]> => {
    const told = sql`, ${nameOf(call, sql`sale.cliente_id`)} as cliente_nome, sale.data as data_venda, (
        select data from sale_receipt
        where empresa_id = ${call.empresa_id} and sale_id = part.origem_id and id = part.receipt_id limit 1
      ) as recebido_em`;
    const rows = await database.within(call, readParts(call, today, dueIn(month), max, told));
    return rows.map(shown) as StatementRow[];
  },

  /** The payments that paid these commissions, and how much of them. */
  paymentsOfMonth: (call: RequestCall, today: string, month: Month): Promise<StatementPayment[]> =>
    database.within(
      call,
      sql<StatementPayment[]>`
        select id as pagamento_id, data, referencia, allocated.valor
        from (
          select payment_id, sum(valor) as valor
          from (${partsByState(call, today, dueIn(month))}) part
          cross join lateral (
            select payment_id, valor from commission_allocation
            where empresa_id = ${call.empresa_id} and origem_id = part.origem_id and parte = part.parte offset 0
          ) allocation
          where valor <> 0
          group by payment_id
        ) allocated
        cross join lateral (
          select id, data, referencia from commission_payment
          where empresa_id = ${call.empresa_id} and id = allocated.payment_id offset 0
        ) payment
        order by data, id`,
    ),

  /** As `ofMonth`, but without dates of payment and correction, which take ten times as long for many. */
  amountsOfMonth: async (call: RequestCall, today: string, month: Month, max: number): Promise<DueAmount[]> =>
    database.within(
      call,
      sql<DueAmount[]>`
        select origem_id, sale.id as sale_id, sale.pedido, prevista + devida as valor, paga as pago, motivo
        from ${firstParts(call, today, dueIn(month), max)} order by vencimento, origem_id, parte`,
    ),

  /** By due month; the credit is what the representada has paid in advance until now. */
  summary: async (call: RequestCall, today: string, mes: string, max: number): Promise<Summary[]> =>
    database.within(
      call,
      sql<Summary[]>`
        select representada_id, coalesce(nome, '') as representada_nome, prevista, devida, vencida, paga, credito
        from (
          select representada_id, sum(prevista) as prevista, sum(aberta) - sum(vencida) as devida, sum(vencida) as vencida,
            sum(paga) as paga, sum(credito) as credito
          from (
            select representada_id, prevista, devida - paga as aberta,
              case when ${isOverdue(today)} then devida - paga else 0 end as vencida, paga, 0 as credito
            from (${partsByState(call, today, { de: `${mes}-01`, ate: endOf(mes) })}) part
            union all
            select representada_id, 0, 0, 0, 0, credito from commission_payment
            where empresa_id = ${call.empresa_id} and credito > 0
          ) amounts
          group by representada_id
        ) sums
        left join lateral (
          select nome from reference where empresa_id = ${call.empresa_id} and id = representada_id offset 0
        ) reference on true
        where (prevista, devida, vencida, paga, credito) <> (0, 0, 0, 0, 0)
        order by nome, representada_id limit ${literal(max)}`,
    ),
});

export type CommissionsRepository = ReturnType<typeof makeCommissionsRepository>;
