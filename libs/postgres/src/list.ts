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
import { type Listing, type PageAfter, pageAfter, readPage } from './pages.ts';
import { type Sending, sendingFor } from './send-query.ts';
import { type Fragment, sql } from './statement.ts';
import { literal } from './values.ts';

/** How many records a page reads before it takes another way. Tests have smaller ones. */
const defaultBounds = {
  /** A numbered page of a broad filter is read in order if it ends before this record. */
  lastInOrder: 1_000,
  /** For each wanted record, so many are read in order first. */
  readPerWanted: 25,
  /** So many are read in order if no filter is narrow. */
  readUpTo: 10_000,
  /** A filter with fewer matches is narrow: collecting them takes milliseconds. */
  narrowMatches: 20_000,
  /** A numbered page, whose total needs all matches, looks farther for the filter with the fewest. */
  narrowMatchesOfPage: 200_000,
};

type ListBounds = typeof defaultBounds;

const sendingOf = ({ limit }: { limit: number }, { chosen }: Shape): Sending => sendingFor(limit, chosen.length);

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
 * an index it walks all records in that order and drops those that do not match, or collects the matches of one filter and
 * sorts them. Many matches are near; few are soon collected.
 */
export const makeList = <Row extends { id: string }, Selected extends ListOrder>(
  database: Database,
  definition: ListDefinition<Selected>,
  bounds: ListBounds = defaultBounds,
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
  const countOf = (call: CompanyCall, { defaultShape: { filter, condition } }: Shape): Fragment =>
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

  /**
   * The filter whose matches are soonest collected. Undefined if each has `most` or more. A search has the fewest, as a rule,
   * and no index that could count them.
   */
  const findNarrow = async (
    call: CompanyCall,
    { chosen, matchesOf, defaultShape }: Shape,
    max: number,
  ): Promise<Matches | undefined> => {
    if (defaultShape.filter?.matches) return defaultShape;
    const countable = chosen.filter(({ indexedBy }) => indexedBy).map(matchesOf);
    if (countable.length === 0) return undefined;
    const counts = countable.map(
      ({ condition }, place) => sql`
        select ${literal(place)} as place, count(*) as matches
        from (select from ${table} where ${condition} limit ${literal(max)}) found`,
    );
    const counted = sql<{ place: number; matches: number }[]>`
      ${counts.reduce((before, next) => sql`${before} union all ${next}`)} order by matches limit 1`;
    const [fewest] = await database.within(call, counted, 'unprepared');
    return fewest && fewest.matches < max ? countable[fewest.place] : undefined;
  };

  /** Collects all matches once, for the page and for the total. */
  const collectPage = async (call: CompanyCall, { limit }: Query, shape: Shape, offset: number) => {
    const { aliases, chosen, orderByAlias, defaultShape } = shape;
    const mayDiffer = chosen.length > 1 && !defaultShape.filter?.isNarrow;
    const narrow =
      mayDiffer &&
      ((await findNarrow(call, shape, bounds.narrowMatches)) ??
        (await findNarrow(call, shape, bounds.narrowMatchesOfPage)));
    const { matches, remaining } = narrow || defaultShape;
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
  const firstOf = (
    call: CompanyCall,
    { matches, remaining }: Pick<Matches, 'matches' | 'remaining'>,
    shape: Shape,
    wanted: number,
  ): Fragment => {
    const { aliases, afterPosition, orderByAlias } = shape;
    return recordsOf(
      call,
      shape,
      sql`
        select ${aliases} from ${matches} where true ${all(remaining)} ${afterPosition}
        order by ${orderByAlias} limit ${literal(wanted)}`,
    );
  };

  /** The page after a position, and one record more if there is one. */
  const readAfter = async (call: CompanyCall, query: Query, position: Position | undefined): Promise<SortedRow[]> => {
    const shape = shapeOf(call, query, position);
    const { defaultShape, orderByAlias, selectSortKey } = shape;
    const { condition, orderBy, isExact, remaining } = shape.walk;
    const wanted = query.limit + 1;
    const near = wanted * bounds.readPerWanted;

    const walk = (): Promise<SortedRow[]> => {
      const page = sql<SortedRow[]>`
        select ${columns(call)} ${selectSortKey} from ${table} where ${condition}
        order by ${orderBy} limit ${literal(wanted)}`;
      return database.within(call, page, sendingOf(query, shape));
    };

    /** Undefined if the page is not full after `most` records, and there are more. */
    const walkUntilFull = async (max: number): Promise<SortedRow[] | undefined> => {
      const sending = sendingOf(query, shape);
      const page = sql<SortedRow[]>`
        select ${columns(call)} ${selectSortKey} from (
          select * from ${table} where ${condition} order by ${orderBy} limit ${literal(max)}
        ) walked
        where true ${all(remaining)} order by ${orderBy} limit ${literal(wanted)}`;
      const rows = await database.within(call, page, sending);
      if (rows.length === wanted) return rows;
      const next = sql`select from ${table} where ${condition} order by ${orderBy} limit 1 offset ${literal(max)}`;
      if ((await database.within(call, next, sending)).length > 0) return undefined;
      // The last page is read once more, in one snapshot with its end: a record that was deleted in between moved another one
      // into the page.
      const { data, total: more } = await readPage<SortedRow>(database, call, {
        counted: sql`select count(*) as total from (${next}) next`,
        page,
        order: orderByAlias,
        sending,
      });
      return more > 0 ? undefined : data;
    };

    const collect = (matches: Matches): Promise<SortedRow[]> => {
      const page = sql<SortedRow[]>`${firstOf(call, matches, shape, wanted)} order by ${orderByAlias}`;
      return database.within(call, page, 'unprepared');
    };

    /** Undefined if the filter has more than `most` matches. */
    const collectUpTo = async (max: number, { matches, remaining }: Matches): Promise<SortedRow[] | undefined> => {
      const { data, total: found } = await readPage<SortedRow>(database, call, {
        matching: sql`select * from ${matches} limit ${literal(max + 1)}`,
        counted: sql`select count(*) as total from matching`,
        page: firstOf(call, { matches: sql`matching`, remaining }, shape, wanted),
        order: orderByAlias,
        sending: sendingOf(query, shape),
      });
      return found > max ? undefined : data;
    };

    const collectNarrow = async (): Promise<SortedRow[] | undefined> => {
      const narrow = await findNarrow(call, shape, bounds.narrowMatches);
      return narrow && collect(narrow);
    };

    if (isExact) return walk();
    return (
      (defaultShape.filter?.isNarrow ? await collectUpTo(near, defaultShape) : undefined) ??
      (await walkUntilFull(near)) ??
      (await collectNarrow()) ??
      (near < bounds.readUpTo ? await walkUntilFull(bounds.readUpTo) : undefined) ??
      collect(defaultShape)
    );
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
      const { filter } = shape.defaultShape;
      const isBroad = shape.chosen.length === 1 && !filter?.matches && !filter?.isNarrow;
      return isBroad && offset + query.limit <= bounds.lastInOrder
        ? countAndRead(call, query, shape, offset)
        : collectPage(call, query, shape, offset);
    },

    after: async (call, query, position) => {
      const rows = await readAfter(call, query, position);
      return pageAfter(rows, query.limit, ({ sort_key, id }) => (sort_key === undefined ? [id] : [sort_key, id]));
    },
  };
};
