import type { CompanyCall } from '@representa/contracts';
import type { List, Position } from '@representa/postgres';
import type { PlannedQuery } from './test-plans.ts';

interface Options<Selected, Name extends string> {
  /** Before the name of each test. */
  name?: string;
  list: List<unknown, Selected>;
  call: CompanyCall;
  /** Of the company. */
  records: number;
  /** The query without any filter. */
  all: Selected & { limit: number; page: number };
  orders: readonly string[];
  /** Whether filters are combined with every order, or with the usual one. */
  everyOrder: boolean;
  /** Of a record far from the start, by order. */
  positions: Record<string, Position>;
  /** Of a record near the end of the usual order. */
  nearEnd: Position;
  /** Filters, and how many of the company's records the narrowest of them matches; few unless given. */
  filters: Record<Name, Partial<Selected> | [Partial<Selected>, matches: number]>;
}

const pageSize = 20;
const exportSize = 1_000;

/** Records read in order before a filter's matches are collected; each may be looked at twice. */
const near = (limit: number, records: number): number => 2 * Math.min(25 * (limit + 1), records);

interface Bounds {
  max: number;
  /** To find the filter with the fewest matches, index entries of each are counted. */
  compared: number;
  /** The last page is read together with the question whether more records follow. */
  atEnd: number;
}

const boundOf =
  ({ max, compared, atEnd }: Bounds) =>
  (query: string): number => {
    if (query.includes(' as place, count(*)')) return compared;
    return query.includes(') next) counted') ? atEnd : max;
  };

/**
 * Every order and every filter, by page, by cursor and as an export reads them. A numbered page counts all matches: of one
 * filter by index entries alone. A cursor collects them only when few are near.
 */
export const listPlans = <Selected extends { ordenar: string }, Name extends string>({
  name = '',
  list,
  call,
  records,
  all,
  orders,
  everyOrder,
  positions,
  nearEnd,
  filters,
}: Options<Selected, Name>): Record<string, PlannedQuery> => {
  const plans: Record<string, PlannedQuery> = {};
  const given = Object.entries({ unfiltered: {}, ...filters }) as [
    string,
    Partial<Selected> | [Partial<Selected>, number],
  ][];
  for (const [title, entry] of given) {
    const [filter, matches] = Array.isArray(entry) ? entry : [entry, 10];
    const isWalk = title === 'unfiltered';
    // Where many match one filter, a page of them is near. Few may match two of them.
    const isNear = Object.keys(filter).length === 1 && matches > records / 5;
    const compared = Object.keys(filter).length * Math.min(records, 20_000);
    for (const ordenar of ['-created_at', ...(isWalk || everyOrder ? orders : [])]) {
      const query = { ...all, ...filter, ordenar };
      const place = `${name}${title}, ${ordenar}`;
      const counted = 150 + (isWalk ? 0 : near(pageSize, records) + 5 * matches);
      plans[`${place}, a page`] = [
        () => list.page(call, query),
        boundOf({ max: counted, compared, atEnd: counted + near(pageSize, records) / 2 }),
      ];
      const position = positions[ordenar.replace('-', '')];
      const read = (limit: number): number =>
        3 * limit + 90 + (isWalk ? 0 : near(limit, records) + (isNear ? 0 : 3 * matches));
      const max = (limit: number) =>
        boundOf({ max: read(limit), compared, atEnd: read(limit) + near(limit, records) / 2 });
      plans[`${place}, a cursor`] = [() => list.after(call, query, undefined), max(pageSize)];
      plans[`${place}, a later cursor`] = [() => list.after(call, query, position), max(pageSize)];
      if (ordenar === '-created_at')
        plans[`${place}, the last cursor`] = [() => list.after(call, query, nearEnd), max(pageSize)];
      const batch = { ...query, limit: exportSize };
      plans[`${place}, a batch of an export`] = [() => list.after(call, batch, position), max(exportSize)];
    }
  }
  return plans;
};
