import type { CompanyCall } from '@representa/contracts';
import type { List, Position } from '@representa/postgres';
import { pairwise } from './pairwise.ts';
import type { TableState } from './plans.ts';
import type { PlannedQuery } from './test-plans.ts';

interface Options<Selected, Name extends string> {
  /** Before the name of each test. */
  name?: string;
  list: List<unknown, Selected>;
  call: CompanyCall;
  state: TableState;
  /** The query without any filter. */
  all: Selected & { limit: number; page: number };
  orders: readonly string[];
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
 * Every filter in every order, by page, by cursor or as an export reads them: every two of the three meet in each state of the
 * tables, and all three over the states. A numbered page counts all matches: of one filter by index entries alone. A cursor
 * collects them only when few are near.
 */
export const listPlans = <Selected extends { ordenar: string }, Name extends string>({
  name = '',
  list,
  call,
  state: { records, turn },
  all,
  orders,
  positions,
  nearEnd,
  filters,
}: Options<Selected, Name>): Record<string, PlannedQuery> => {
  type Form = (query: Selected & { limit: number; page: number }, of: ReturnType<typeof boundsOf>) => PlannedQuery;
  const boundsOf = (filter: Partial<Selected>, matches: number) => {
    const count = Object.keys(filter).length;
    const isWalk = count === 0;
    // Where many match one filter, a page of them is near. Few may match two of them.
    const isNear = count === 1 && matches > records / 5;
    const compared = count * Math.min(records, 20_000);
    const counted = 150 + (isWalk ? 0 : near(pageSize, records) + 5 * matches);
    const read = (limit: number): number =>
      3 * limit + 90 + (isWalk ? 0 : near(limit, records) + (isNear ? 0 : 3 * matches));
    return {
      page: boundOf({ max: counted, compared, atEnd: counted + near(pageSize, records) / 2 }),
      after: (limit: number) => boundOf({ max: read(limit), compared, atEnd: read(limit) + near(limit, records) / 2 }),
    };
  };
  const positionOf = ({ ordenar }: Selected) => positions[ordenar.replace('-', '')];
  const forms: [string, Form][] = [
    ['a page', (query, max) => [() => list.page(call, query), max.page]],
    ['a cursor', (query, max) => [() => list.after(call, query, undefined), max.after(pageSize)]],
    ['a later cursor', (query, max) => [() => list.after(call, query, positionOf(query)), max.after(pageSize)]],
    [
      'a batch of an export',
      (query, max) => [
        () => list.after(call, { ...query, limit: exportSize }, positionOf(query)),
        max.after(exportSize),
      ],
    ],
  ];
  const lastCursor: Form = (query, max) => [() => list.after(call, query, nearEnd), max.after(pageSize)];
  const titles = ['unfiltered', ...(Object.keys(filters) as Name[])] as const;
  // Each state begins with another form.
  const turned = [...forms.slice(turn % forms.length), ...forms.slice(0, turn % forms.length)];
  const rows: [Name | 'unfiltered', string, [string, Form]][] = [
    ...pairwise<[Name | 'unfiltered', string, [string, Form]]>(titles, ['-created_at', ...orders], turned),
    ...titles.map((title): [Name | 'unfiltered', string, [string, Form]] => [
      title,
      '-created_at',
      ['the last cursor', lastCursor],
    ]),
  ];
  return Object.fromEntries(
    rows.map(([title, ordenar, [form, plan]]) => {
      const entry = title === 'unfiltered' ? {} : filters[title];
      const [filter, matches] = Array.isArray(entry) ? entry : [entry, 10];
      return [`${name}${title}, ${ordenar}, ${form}`, plan({ ...all, ...filter, ordenar }, boundsOf(filter, matches))];
    }),
  );
};
