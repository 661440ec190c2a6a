import type { Database } from './connect.ts';
import {
  type ListDefinition,
  type ListFilter,
  type ListOrder,
  makeShapeOf,
  type OwnedCall,
  type Position,
  type Shape,
} from './list-shape.ts';
import { type Listing, literal, readPage } from './read-page.ts';
import type { Fragment } from './statement.ts';

/** Page sizes whose statements are prepared, the last for exports. Each prepared text stays in the server's memory. */
const preparedSizes = new Set([20, 50, 100, 1_000]);

/** A numbered page that ends before this record is read from the first record on, like a cursor's. */
const nearPages = 1_000;

/** How many records are read in order, for each one wanted, before matches are collected by a filter's index instead. */
const nearFactor = 25;

export interface PageAfter<Record> {
  data: Record[];
  /** Undefined on the last page. */
  next: Position | undefined;
}

/**
 * The pages of one table's list. A page walks an index that has exactly the wanted records in the wanted order. Without such
 * an index it reads some records in order and drops those that do not match, or collects all matches of its narrowest
 * filter and sorts them.
 */
export const makeList = <Record extends { id: string }, Selected extends ListOrder>(
  sql: Database,
  definition: ListDefinition<Selected>,
) => {
  type Query = Selected & { limit: number };
  const { table, columns, total } = definition;
  const shapeOf = makeShapeOf(sql, definition);
  const from = sql(table);
  const all = (conditions: readonly ListFilter[]): Fragment =>
    conditions.reduce((joined, { where }) => sql`${joined} and ${where}`, sql``);

  /** The records of found ids. `offset 0` leaves the planner only the primary key. */
  const joinRecords = (call: OwnedCall, { owned }: Shape): Fragment => sql`
    cross join lateral (select ${columns(call)} from ${from} where ${owned} and id = found.id offset 0) record`;

  /** Walks the index from the first record of the page on. */
  const walkPage = (call: OwnedCall, { limit }: Query, shape: Shape, offset: number) => {
    const { walked, narrowed, chosen, sortedWalk, sortedRows, sortKey, place, key, isDescending } = shape;
    const comparison = isDescending ? sql`<=` : sql`>=`;
    // Skips index entries only.
    const first = sql`
      select ${place} from ${from} where ${walked} order by ${sortedWalk} limit 1 offset ${literal(sql, offset)}`;
    const start = sql`and ${key ? sql`(${place})` : place} ${comparison} (${first})`;
    const [filter] = chosen;
    return readPage<Record>(sql, call, {
      counted: filter ? (filter.total ?? sql`select count(*) as total from ${from} where ${narrowed}`) : total(call),
      page: sql`
        select ${columns(call)} ${sortKey} from ${from} where ${walked} ${offset === 0 ? sql`` : start}
        order by ${sortedWalk} limit ${literal(sql, limit)}`,
      order: sortedRows,
      isPrepared: offset === 0,
    });
  };

  /** Matches are collected once, for the page and for the total. */
  const collectPage = (call: OwnedCall, { limit }: Query, shape: Shape, offset: number) => {
    const { chosen, matches, others, sortedRows, sortKey, key } = shape;
    return readPage<Record>(sql, call, {
      matching: sql`select id ${sortKey} from ${matches as Fragment} where true ${all(others)}`,
      counted: sql`select count(*) as total from matching`,
      page: sql`
        select record.* ${key ? sql`, sort_key` : sql``}
        from (select * from matching order by ${sortedRows} limit ${limit} offset ${offset}) found
        ${joinRecords(call, shape)}`,
      order: sortedRows,
      // A search can use only one index. Other plans would depend on the size of the table when they were made.
      isPrepared: chosen.length === 1 && chosen[0]?.matches !== undefined,
    });
  };

  type Row = Record & { sort_key?: string | number };

  /** All matches of a narrow filter. Undefined if there are too many to look through. */
  const collectFew = async (call: OwnedCall, query: Query, shape: Shape): Promise<Row[] | undefined> => {
    const { matches, following, others, sorted, sortedRows, sortKey, key } = shape;
    const wanted = query.limit + 1;
    const mostMatches = wanted * nearFactor;
    const { data, total: found } = await readPage<Row>(sql, call, {
      matching: sql`select * from ${matches as Fragment} limit ${literal(sql, mostMatches + 1)}`,
      counted: sql`select count(*) as total from matching`,
      page: sql`
        select record.* ${key ? sql`, sort_key` : sql``} from (
          select id ${sortKey} from matching where true ${all(others)} ${following}
          order by ${sorted} limit ${literal(sql, wanted)}
        ) found
        ${joinRecords(call, shape)}`,
      order: sortedRows,
      isPrepared: false,
    });
    return found > mostMatches ? undefined : data;
  };

  const readAfter = async (call: OwnedCall, query: Query, position: Position | undefined): Promise<Row[]> => {
    const shape = shapeOf(call, query, position);
    const { isWalk, walked, following, unwalked, narrowest, others, matches, sorted, sortedWalk } = shape;
    const { sortedRows, sortKey, key } = shape;
    const wanted = query.limit + 1;
    const most = literal(sql, wanted);
    if (isWalk) {
      const walk = sql<Row[]>`
        select ${columns(call)} ${sortKey} from ${from} where ${walked} order by ${sortedWalk} limit ${most}`;
      return sql.within(call, walk, preparedSizes.has(query.limit) ? 'prepared' : 'unprepared');
    }
    const few = narrowest?.isNarrow ? await collectFew(call, query, shape) : undefined;
    if (few) return few;
    // If enough records match, a page of them is near: read some in order and drop the others. Planned at each call: a plan
    // that was made while the table was small would sort all records.
    const near = await sql.within(
      call,
      sql<Row[]>`
        select ${columns(call)} ${sortKey} from (
          select * from ${from} where ${walked}
          order by ${sortedWalk} limit ${literal(sql, wanted * nearFactor)}
        ) near
        where true ${all(unwalked)} order by ${sortedWalk} limit ${most}`,
      'unprepared',
    );
    if (near.length === wanted) return near;
    // Few match: collect them by the narrowest filter's index.
    return sql.within(
      call,
      sql<Row[]>`
        select record.* ${key ? sql`, sort_key` : sql``} from (
          select id ${sortKey} from ${matches as Fragment} where true ${all(others)} ${following}
          order by ${sorted} limit ${most}
        ) found
        ${joinRecords(call, shape)}
        order by ${sortedRows}`,
      'unprepared',
    );
  };

  /** In two statements: the count reads only index entries, and the page only some of the matches. */
  const countAndRead = async (
    call: OwnedCall,
    query: Query,
    { narrowest, narrowed }: Shape,
    offset: number,
  ): Promise<Listing<Record>> => {
    const end = offset + query.limit;
    const counted = narrowest?.total ?? sql`select count(*) as total from ${from} where ${narrowed}`;
    const [[count], rows] = await Promise.all([
      sql.within(call, sql<[{ total: number }]>`${counted}`),
      readAfter(call, { ...query, limit: end }, undefined),
    ]);
    return { data: rows.slice(offset, end), total: count.total };
  };

  const after = async (call: OwnedCall, query: Query, position: Position | undefined): Promise<PageAfter<Record>> => {
    const rows = await readAfter(call, query, position);
    const data = rows.slice(0, query.limit);
    const last = data.at(-1);
    if (rows.length <= query.limit || !last) return { data, next: undefined };
    return { data, next: last.sort_key === undefined ? [last.id] : [last.sort_key, last.id] };
  };

  return {
    /** A numbered page, with the total. */
    page: (call: OwnedCall, query: Selected & { limit: number; page: number }): Promise<Listing<Record>> => {
      const shape = shapeOf(call, query);
      const offset = (query.page - 1) * query.limit;
      if (shape.isWalk) return walkPage(call, query, shape, offset);
      const isBroad = shape.chosen.length === 1 && !shape.narrowest?.matches && !shape.narrowest?.isNarrow;
      return isBroad && offset + query.limit <= nearPages
        ? countAndRead(call, query, shape, offset)
        : collectPage(call, query, shape, offset);
    },

    /** The page after a position; costs the same at any depth. */
    after,
  };
};
