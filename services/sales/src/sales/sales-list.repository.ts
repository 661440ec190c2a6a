import type { CompanyCall } from '@representa/contracts';
import { contains, type Database, type Fragment, type ListFilter, makeList, sql } from '@representa/postgres';
import { externalIdFilter, shownList } from '@representa/records';
import { nameOf } from '../references/references.repository.ts';
import { asShown } from './sale-items.ts';
import type { SaleFilters, SaleSummary, SalesSelection } from './sales.schemas.ts';
import { stepOf } from './status.rules.ts';

/** The list of sales: its filters, its orders and its columns. */
export const makeSalesList = (database: Database) => {
  /** In the order code or in the client's name. */
  const searchFilter = ({ empresa_id }: CompanyCall, search: string): ListFilter => {
    const inCode = contains(search);
    return {
      where: sql`(
        ${inCode}
        or (select ${contains(search)} from reference where empresa_id = ${empresa_id} and id = cliente_id)
      )`,
      // Two arms: for `or` the planner may read all of the company's sales.
      matches: sql`
        select * from sale where empresa_id::text = ${empresa_id} and ${inCode}
        union all
        select sale.* from (
          select id from reference where empresa_id::text = ${empresa_id} and kind = 'client' and ${contains(search)}
        ) client cross join lateral (
          select * from sale where empresa_id = ${empresa_id} and cliente_id = client.id offset 0
        ) sale where not ${inCode}`,
    };
  };

  const between = (column: 'data' | 'valor_total', type: 'date' | 'numeric', min?: string, max?: string) => {
    const value = (text: string): Fragment => sql`${text}::text::${sql.unsafe(type)}`;
    const bounds = [
      ...(min === undefined ? [] : [sql`${sql(column)} >= ${value(min)}`]),
      ...(max === undefined ? [] : [sql`${sql(column)} <= ${value(max)}`]),
    ];
    const [first, second] = bounds;
    if (!first) return [];
    return [{ where: second ? sql`${first} and ${second}` : first, indexedBy: [column] }];
  };

  const equal = (by: Fragment, value: Fragment): ListFilter => ({
    where: sql`${by} = ${value}`,
    equals: { by, value },
    indexedBy: ['created_at'],
  });

  const filters = (call: CompanyCall, query: SaleFilters): ListFilter[] => {
    const { id_externo, pedido, search, cliente_id, representada_id, status } = query;
    const { data_de, data_ate, valor_min, valor_max } = query;
    return [
      ...externalIdFilter(id_externo),
      ...(pedido === undefined ? [] : [{ where: sql`pedido = ${pedido}`, isNarrow: true }]),
      ...(cliente_id ? [{ ...equal(sql`cliente_id`, sql`${cliente_id}::uuid`), isNarrow: true }] : []),
      ...(search ? [searchFilter(call, search)] : []),
      ...between('data', 'date', data_de, data_ate),
      ...between('valor_total', 'numeric', valor_min, valor_max),
      ...(representada_id ? [equal(sql`representada_id`, sql`${representada_id}::uuid`)] : []),
      ...(status ? [equal(sql`status_step(status)`, sql`${stepOf(status)}::text`)] : []),
    ];
  };

  const list = makeList<SaleSummary, SalesSelection>(database, {
    table: 'sale',
    idType: 'uuid',
    columns: (call) => sql`
      id, pedido, data, cliente_id, ${nameOf(call, sql`cliente_id`)} as cliente_nome, representada_id,
      ${nameOf(call, sql`representada_id`)} as representada_nome, status, valor_total, created_at, updated_at,
      id_externo`,
    sortKeys: {
      created_at: undefined,
      data: { by: sql`data`, type: 'date' },
      valor_total: { by: sql`valor_total`, type: 'numeric' },
    },
    filters,
    total: ({ empresa_id }) => sql`
      select coalesce(sum(total), 0)::bigint as total from sale_counter where empresa_id = ${empresa_id}`,
  });
  return shownList(list, asShown);
};

export type SalesList = ReturnType<typeof makeSalesList>;
