import { type Fragment, literal, sql } from '@representa/postgres';
import type { RequestCall } from '@representa/service-kit';
import type { CommissionPosition, CommissionsQuery } from './commissions.schemas.ts';

/** Which parts of commissions are read. */
export type PartsFilter = Partial<Omit<CommissionsQuery, 'cursor' | 'limit'>> & {
  /** Leaves out what is only expected. */
  isDue?: boolean;
  after?: CommissionPosition | undefined;
};

/** `prevista`, `aberta` or `paga`; null for a part that was taken back. */
export const state = sql`part_state(prevista, devida, paga)`;
const isExpected = sql`${state} = 'prevista'`;
const isOpen = sql`${state} = 'aberta'`;
export const isPaid = sql`${state} = 'paga'`;
const byState = { prevista: isExpected, devida: isOpen, vencida: isOpen, paga: isPaid };
const isOfSales = ({ sale_id, pedido, cliente_id }: PartsFilter): boolean =>
  sale_id !== undefined || pedido !== undefined || cliente_id !== undefined;

/** The states of a filter. Indexes have the state before the due date, so without sales each state is read on its own. */
const statesOf = (query: PartsFilter): Fragment[] => {
  if (query.situacao !== undefined) return [byState[query.situacao]];
  if (query.isDue) return [isOpen, isPaid];
  return isOfSales(query) ? [sql`${state} is not null`] : [isExpected, isOpen, isPaid];
};

export const isOverdue = (today: string) => sql`${isOpen} and vencimento < ${today}`;

/** The parts that a filter may match. One by sales starts from the sales: by due date, all parts of the company might be read. */
const source = ({ empresa_id }: RequestCall, query: PartsFilter) => {
  if (!isOfSales(query)) return sql`commission_part part`;
  const { sale_id, pedido, cliente_id } = query;
  return sql`(
    select id from sale where empresa_id = ${empresa_id}
      ${sale_id === undefined ? sql`` : sql`and id = ${sale_id}`}
      ${pedido === undefined ? sql`` : sql`and pedido = ${pedido}`}
      ${cliente_id === undefined ? sql`` : sql`and cliente_id = ${cliente_id}`}
    offset 0
  ) sold cross join lateral (
    select * from commission_part where empresa_id = ${empresa_id} and origem_id = sold.id offset 0
  ) part`;
};

const filter = (today: string, { representada_id, de, ate, situacao, after }: PartsFilter) => sql`
  ${representada_id === undefined ? sql`` : sql`and representada_id = ${representada_id}`}
  ${de === undefined ? sql`` : sql`and vencimento >= ${de}`}
  ${ate === undefined ? sql`` : sql`and vencimento <= ${ate}`}
  ${situacao === 'devida' ? sql`and vencimento >= ${today}` : sql``}
  ${situacao === 'vencida' ? sql`and vencimento < ${today}` : sql``}
  ${after === undefined ? sql`` : sql`and (vencimento, origem_id, parte) > (${after[0]}, ${after[1]}, ${after[2]})`}`;

/** The parts of a filter, state by state: all of each, or the first. */
export const partsByState = (call: RequestCall, today: string, query: PartsFilter, first: Fragment = sql``) => {
  const ofState = (isInState: Fragment) => sql`(
    select part.* from ${source(call, query)}
    where empresa_id = ${call.empresa_id} and ${isInState} ${filter(today, query)} ${first}
  )`;
  return statesOf(query)
    .map(ofState)
    .reduce((before, one) => sql`${before} union all ${one}`);
};

/** The first parts of a filter by due date, each with its sale. */
export const firstParts = (call: RequestCall, today: string, query: PartsFilter, max: number) => {
  const first = sql`order by vencimento, origem_id, parte limit ${literal(max)}`;
  return sql`
    (select * from (${partsByState(call, today, query, first)}) part ${first}) part
    left join lateral (
      select id, pedido, cliente_id, data from sale where empresa_id = ${call.empresa_id} and id = part.origem_id offset 0
    ) sale on true`;
};
