import type { CompanyCall } from '@representa/contracts';
import {
  type Database,
  type Fragment,
  type List,
  type ListDefinition,
  type ListFilter,
  type ListOrder,
  makeList,
  sql,
} from '@representa/postgres';
import type { RecordDefinition } from './define-record.ts';

const kept = { all: sql`total`, active: sql`active`, inactive: sql`total - active` };

/** How many records a company has, in all or by `ativo`, as its counter keeps it. */
const keptTotal = (table: string, { empresa_id }: CompanyCall, ativo?: boolean): Fragment => {
  const which = ativo === undefined ? kept.all : ativo ? kept.active : kept.inactive;
  return sql`
    select coalesce(max(${which}), 0) as total from record_counter where empresa_id = ${empresa_id} and resource = ${table}`;
};

/** Inactive records are few and have an index. Active ones need none: they are near in the order of all records. */
export const ativoFilter = (table: string, call: CompanyCall, ativo: boolean): ListFilter => ({
  ...(ativo ? { where: sql`ativo` } : { where: sql`not ativo`, indexedBy: ['created_at'] }),
  total: keptTotal(table, call, ativo),
});

/** A list that shows its rows by `show`. */
export const shownList = <Row, Selected>(list: List<Row, Selected>, show: (row: Row) => Row): List<Row, Selected> => ({
  page: async (call, query) => {
    const { data, total } = await list.page(call, query);
    return { data: data.map(show), total };
  },
  after: async (call, query, position) => {
    const { data, next } = await list.after(call, query, position);
    return { data: data.map(show), next };
  },
});

/** The list of a record: its filters and its orders. */
export const listRecords = <Row extends { id: string }, Selected extends ListOrder>(
  database: Database,
  { table, isIdGiven, summaryColumns, show }: Pick<RecordDefinition, 'table' | 'isIdGiven' | 'summaryColumns' | 'show'>,
  definition: Pick<ListDefinition<Selected>, 'sortKeys' | 'filters'>,
  columns: Fragment = summaryColumns,
): List<Row, Selected> => {
  const list = makeList<Row, Selected>(database, {
    table,
    idType: isIdGiven ? 'text' : 'uuid',
    columns: () => columns,
    total: (call) => keptTotal(table, call),
    ...definition,
  });
  return shownList(list, show);
};
