import type { CompanyCall } from '@representa/contracts';
import type { Database } from './connect.ts';
import {
  type ListDefinition,
  type ListFilter,
  type ListOrder,
  type Matches,
  makeShapeOf,
  type Position,
  type Shape,
} from './list-shape.ts';
import { type PageAfter, pageAfter } from './page-after.ts';
import { type Listing, readPage } from './read-page.ts';
import { type Sending, sendingFor } from './send-query.ts';
import { type Fragment, sql } from './statement.ts';
import { literal } from './values.ts';

const sendingOf = ({ limit }: { limit: number }, { chosen }: Shape): Sending => sendingFor(limit, chosen.length);

/** Up to this record, a numbered page reads all records before it. Beyond, it collects all matches. */
const nearRecords = 1_000;

/** So many records are read in order for each wanted one. */
const nearFactor = 25;

/** So many are read if a page is full after them, should as many match as among the first. */
const farRecords = 10_000;

/** A filter with fewer matches is narrow: to collect them takes some milliseconds. */
const mostCounted = 20_000;

export interface List<Row, Selected> {
  /** A numbered page, with the total. */
  page(call: CompanyCall, query: Selected & { limit: number; page: number }): Promise<Listing<Row>>;
  /** The page after a position; costs the same at any depth. */
  after(
    call: CompanyCall,
    query: Selected & { limit: number },
    position: Position | undefined,
  ): Promise<PageAfter<Row>>;
}

/**
 * The pages of one table's list. A page walks an index that has exactly the wanted records in the wanted order. Without such
 * an index it reads some records in order and drops those that do not match, or collects all matches of its narrowest
 * filter and sorts them.
 */
export const makeList = <Row extends { id: string }, Selected extends ListOrder>(
  database: Database,
  definition: ListDefinition<Selected>,
): List<Row, Selected> => {
  type Query = Selected & { limit: number };
  type SortedRow = Row & { sort_key?: string | number };
  const { columns, total } = definition;
  const table = sql(definition.table);
  const shapeOf = makeShapeOf(definition);
  const all = (filters: readonly ListFilter[]): Fragment =>
    filters.reduce((joined, { where }) => sql`${joined} and ${where}`, sql``);

  /** The records of the ids that `found` selects. `offset 0` leaves the planner only the primary key. */
  const recordsOf = (call: CompanyCall, { key, owned }: Shape, found: Fragment): Fragment => sql`
    select record.* ${key ? sql`, sort_key` : sql``} from (${found}) found
    cross join lateral (select ${columns(call)} from ${table} where ${owned} and id = found.id offset 0) record`;

  /** Selects the total of a list with at most one filter. */
  const countOf = (call: CompanyCall, { usual: { filter, condition } }: Shape): Fragment =>
    filter ? (filter.total ?? sql`select count(*) as total from ${table} where ${condition}`) : total(call);

  /** Walks the index from the first record of the page on. */
  const walkPage = (call: CompanyCall, query: Query, shape: Shape, offset: number) => {
    const { notBefore, orderColumns, orderByAlias, selectSortKey, walk } = shape;
    // Skips index entries only.
    const first = sql`
      select ${orderColumns} from ${table} where ${walk.condition}
      order by ${walk.orderBy} limit 1 offset ${literal(offset)}`;
    const start = sql`and (${orderColumns}) ${notBefore} (${first})`;
    return readPage<Row>(database, call, {
      counted: countOf(call, shape),
      page: sql`
        select ${columns(call)} ${selectSortKey} from ${table} where ${walk.condition} ${offset === 0 ? sql`` : start}
        order by ${walk.orderBy} limit ${literal(query.limit)}`,
      order: orderByAlias,
      sending: offset === 0 ? sendingOf(query, shape) : 'unprepared',
    });
  };

  /** The filter with the fewest matches, if an index has few of any. */
  const findNarrow = async (call: CompanyCall, { matchesByFilter }: Shape): Promise<Matches | undefined> => {
    const countable = matchesByFilter.filter(({ filter }) => filter?.indexedBy);
    if (countable.length === 0) return undefined;
    const counts = countable.map(
      ({ condition }, place) => sql`
        select ${literal(place)} as place, count(*) as matches
        from (select from ${table} where ${condition} limit ${literal(mostCounted)}) found`,
    );
    const counted = sql<{ place: number; matches: number }[]>`
      ${counts.reduce((before, next) => sql`${before} union all ${next}`)} order by matches limit 1`;
    const [fewest] = await database.within(call, counted, 'unprepared');
    return fewest && fewest.matches < mostCounted ? countable[fewest.place] : undefined;
  };

  /** Collects all matches once, for the page and for the total. */
  const collectPage = async (call: CompanyCall, { limit }: Query, shape: Shape, offset: number) => {
    const { aliases, chosen, orderByAlias, usual } = shape;
    const mayDiffer = chosen.length > 1 && !usual.filter?.isNarrow;
    const { matches, remaining } = (mayDiffer && (await findNarrow(call, shape))) || usual;
    return readPage<Row>(database, call, {
      matching: sql`select ${aliases} from ${matches} where true ${all(remaining)}`,
      counted: sql`select count(*) as total from matching`,
      page: recordsOf(
        call,
        shape,
        sql`select * from matching order by ${orderByAlias} limit ${limit} offset ${offset}`,
      ),
      order: orderByAlias,
      // Prepared only for a search, which has one possible index. Limit and offset are parameters, so one text serves all pages.
      sending: chosen.length === 1 && chosen[0]?.matches !== undefined ? 'prepared' : 'unprepared',
    });
  };

  /** The first records after the position, from the matches of one filter. */
  const recordsAmong = (
    call: CompanyCall,
    { matches, remaining }: Pick<Matches, 'matches' | 'remaining'>,
    shape: Shape,
    most: Fragment,
  ): Fragment => {
    const { aliases, afterPosition, orderByAlias } = shape;
    return recordsOf(
      call,
      shape,
      sql`
        select ${aliases} from ${matches} where true ${all(remaining)} ${afterPosition}
        order by ${orderByAlias} limit ${most}`,
    );
  };

  /** Collects the matches of a narrow filter. Undefined if there are too many to look through. */
  const collectFew = async (call: CompanyCall, query: Query, shape: Shape): Promise<SortedRow[] | undefined> => {
    const wanted = query.limit + 1;
    const mostMatches = wanted * nearFactor;
    const { matches, remaining } = shape.usual;
    const { data, total: found } = await readPage<SortedRow>(database, call, {
      matching: sql`select * from ${matches} limit ${literal(mostMatches + 1)}`,
      counted: sql`select count(*) as total from matching`,
      page: recordsAmong(call, { matches: sql`matching`, remaining }, shape, literal(wanted)),
      order: shape.orderByAlias,
      sending: sendingOf(query, shape),
    });
    return found > mostMatches ? undefined : data;
  };

  /** Reads records in order and drops those that do not match. */
  const walkSome = async (call: CompanyCall, query: Query, shape: Shape, most: number) => {
    const { orderByAlias, selectSortKey, walk } = shape;
    const wanted = query.limit + 1;
    const { data, total: read } = await readPage<SortedRow>(database, call, {
      matching: sql`select * from ${table} where ${walk.condition} order by ${walk.orderBy} limit ${literal(most)}`,
      counted: sql`select count(*) as total from matching`,
      page: sql`
        select ${columns(call)} ${selectSortKey} from matching
        where true ${all(walk.remaining)} order by ${walk.orderBy} limit ${literal(wanted)}`,
      order: orderByAlias,
      sending: sendingOf(query, shape),
    });
    return { data, isComplete: data.length === wanted || read < most };
  };

  const readAfter = async (call: CompanyCall, query: Query, position: Position | undefined): Promise<SortedRow[]> => {
    const shape = shapeOf(call, query, position);
    const { usual, orderByAlias, selectSortKey, walk } = shape;
    const wanted = query.limit + 1;
    const most = literal(wanted);
    if (walk.isExact) {
      const page = sql<SortedRow[]>`
        select ${columns(call)} ${selectSortKey} from ${table} where ${walk.condition}
        order by ${walk.orderBy} limit ${most}`;
      return database.within(call, page, sendingOf(query, shape));
    }
    const few = usual.filter?.isNarrow ? await collectFew(call, query, shape) : undefined;
    if (few) return few;
    // If many records match, a page of them is near.
    const mostNear = wanted * nearFactor;
    const near = await walkSome(call, query, shape, mostNear);
    if (near.isComplete) return near.data;
    const narrow = await findNarrow(call, shape);
    const isFar = !narrow && mostNear < farRecords && near.data.length * farRecords >= wanted * mostNear;
    const far = isFar ? await walkSome(call, query, shape, farRecords) : near;
    if (far.isComplete) return far.data;
    const collected = sql<SortedRow[]>`${recordsAmong(call, narrow ?? usual, shape, most)} order by ${orderByAlias}`;
    return database.within(call, collected, 'unprepared');
  };

  /** In two statements: the count reads only index entries, and the page only some of the matches. */
  const countAndRead = async (call: CompanyCall, query: Query, shape: Shape, offset: number): Promise<Listing<Row>> => {
    const end = offset + query.limit;
    const [[count], rows] = await Promise.all([
      database.within(call, sql<[{ total: number }]>`${countOf(call, shape)}`),
      readAfter(call, { ...query, limit: end }, undefined),
    ]);
    return { data: rows.slice(offset, end), total: count.total };
  };

  return {
    page: async (call, query) => {
      const shape = shapeOf(call, query);
      const offset = (query.page - 1) * query.limit;
      if (shape.walk.isExact) return walkPage(call, query, shape, offset);
      const { filter } = shape.usual;
      const isBroad = shape.chosen.length === 1 && !filter?.matches && !filter?.isNarrow;
      return isBroad && offset + query.limit <= nearRecords
        ? countAndRead(call, query, shape, offset)
        : collectPage(call, query, shape, offset);
    },

    after: async (call, query, position) => {
      const rows = await readAfter(call, query, position);
      return pageAfter(rows, query.limit, ({ sort_key, id }) => (sort_key === undefined ? [id] : [sort_key, id]));
    },
  };
};
