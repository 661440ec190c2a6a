import type { Call } from '@representa/contracts';
import type { Fragment } from 'postgres';
import type { Database } from './connect.ts';
import { type Listing, literal, readListing, unprepared } from './listing.ts';

/** A call on behalf of one company. */
export type OwnedCall = Call & { readonly empresa_id: string };

/** What a list can be sorted by, before the id. */
export interface SortKey {
  by: Fragment;
  type: 'date' | 'numeric' | 'text' | 'timestamptz';
}

/** A condition on the records of a list. */
export interface ListFilter {
  where: Fragment;
  /** The orders, without their `-`, in which one index has exactly the matches. */
  indexedBy?: readonly string[];
  /**
   * Where `where` is `by = value` and there is an index of (empresa_id, by, id). Of values that most records have, the planner
   * would rather walk all records. As a range of the index's places it has no choice.
   */
  equals?: { by: Fragment; value: Fragment };
  /** `select * from …`: the matches by an index of their own, where `where` cannot use one. */
  matches?: Fragment;
  /** Selects a `total` that is kept, so that the matches need not be counted. */
  total?: Fragment;
}

export interface ListDefinition<Query> {
  table: string;
  idType: 'uuid' | 'text';
  /** Of the reply. */
  columns: (call: OwnedCall) => Fragment;
  /** By their names in `ordenar`, without the `-`. Undefined: sorted by id alone. */
  sortKeys: Record<string, SortKey | undefined>;
  /** The filters that a request uses, those with the fewest matches first. */
  filters: (call: OwnedCall, query: Query) => ListFilter[];
  /** Selects the kept `total` of all records. */
  total: (call: OwnedCall) => Fragment;
}

interface ListQuery {
  ordenar: string;
  limit: number;
}

/** Where a page ends: its last record's sort key, if any, and id. */
export type Position = readonly (string | number)[];

export interface PageAfter<Record> {
  data: Record[];
  /** Undefined on the last page. */
  next: Position | undefined;
}

/** Sizes whose statements are prepared. Every other text would stay in the server's memory for its own few calls. */
const walkSize = 1_000;
const preparedSizes = new Set([20, 50, 100, walkSize]);

const [leastId, mostId] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

/** How many records are read in order, for each one wanted, before matches are collected by a filter's index instead. */
const nearFactor = 25;

/**
 * The pages of one table's list. A page either walks an index that has exactly the wanted records in the wanted order,
 * or collects all matches of its narrowest filter and sorts them.
 */
export const makeList = <Record extends { id: string }, Query extends ListQuery>(
  sql: Database,
  { table, idType, columns, sortKeys, filters, total }: ListDefinition<Query>,
) => {
  const from = sql(table);
  const all = (conditions: readonly ListFilter[]): Fragment =>
    conditions.reduce((joined, { where }) => sql`${joined} and ${where}`, sql``);

  /** All places of a value in its index, or those beyond an id. */
  const places = (
    { by, value }: NonNullable<ListFilter['equals']>,
    isDescending: boolean,
    beyondId?: string,
  ): Fragment => {
    const place = (id: string): Fragment => sql`(${value}, ${id}::text::uuid)`;
    const [from, to] = isDescending ? [undefined, beyondId] : [beyondId, undefined];
    return sql`
      (${by}, id) ${from ? sql`>` : sql`>=`} ${place(from ?? leastId)}
      and (${by}, id) ${to ? sql`<` : sql`<=`} ${place(to ?? mostId)}`;
  };

  const prepare = (call: OwnedCall, query: Query, position?: Position) => {
    const isDescending = query.ordenar.startsWith('-');
    const order = query.ordenar.replace(/^-/, '');
    const key = sortKeys[order];
    const direction = isDescending ? sql`desc` : sql`asc`;
    const chosen = filters(call, query);
    const indexed = chosen.find(({ indexedBy }) => indexedBy?.includes(order));
    const owned = sql`empresa_id = ${call.empresa_id}`;
    const [narrowest, ...others] = chosen;
    const sorted = key ? sql`${key.by} ${direction}, id ${direction}` : sql`id ${direction}`;
    const beyondId = position && !key ? String(position[0]) : undefined;
    const walkedFilter = indexed?.equals ? places(indexed.equals, isDescending, beyondId) : indexed?.where;
    const condition = narrowest?.equals ? places(narrowest.equals, isDescending) : narrowest?.where;
    return {
      key,
      isDescending,
      chosen,
      owned,
      others,
      /** One index has exactly these records in this order. */
      isWalk: chosen.length === 0 || (chosen.length === 1 && indexed !== undefined),
      walked: sql`${owned} ${walkedFilter ? sql`and ${walkedFilter}` : sql``}`,
      unwalked: chosen.filter((filter) => filter !== indexed),
      place: key ? sql`${key.by}, id` : sql`id`,
      sorted,
      /** The same order: the records that are walked all have one value of the filter. */
      sortedWalk: indexed?.equals ? sql`${indexed.equals.by} ${direction}, ${sorted}` : sorted,
      /** Of rows that have the sort key as a column. */
      sortedRows: key ? sql`sort_key ${direction}, id ${direction}` : sql`id ${direction}`,
      sortKey: key ? sql`, ${key.by} as sort_key` : sql``,
      /** The fence `offset 0` keeps the planner from choosing another filter's index. */
      matches:
        narrowest &&
        sql`(
        select * from (${narrowest.matches ?? sql`select * from ${from} where ${owned} and ${condition as Fragment}`}) found
        offset 0
      ) matches`,
    };
  };
  type Prepared = ReturnType<typeof prepare>;

  const beyond = ({ key, isDescending }: Prepared, position: Position | undefined): Fragment => {
    if (!position) return sql``;
    const comparison = isDescending ? sql`<` : sql`>`;
    const values = position.map(String);
    const as = (value: string | undefined, type: string) => sql`${value ?? null}::text::${sql.unsafe(type)}`;
    return key
      ? sql`and (${key.by}, id) ${comparison} (${as(values[0], key.type)}, ${as(values[1], idType)})`
      : sql`and id ${comparison} ${as(values[0], idType)}`;
  };

  /** The records of found ids: by primary key, whatever the planner believes. */
  const joinRecords = (call: OwnedCall, { owned }: Prepared): Fragment => sql`
    cross join lateral (select ${columns(call)} from ${from} where ${owned} and id = found.id offset 0) record`;

  /** Walks the index from the first record of the page on. */
  const walkPage = (call: OwnedCall, { limit }: Query, prepared: Prepared, offset: number) => {
    const { walked, chosen, sortedWalk, sortedRows, sortKey, place, key, isDescending } = prepared;
    const comparison = isDescending ? sql`<=` : sql`>=`;
    // Skips index entries only.
    const first = sql`
      select ${place} from ${from} where ${walked} order by ${sortedWalk} limit 1 offset ${literal(sql, offset)}`;
    const start = sql`and ${key ? sql`(${place})` : place} ${comparison} (${first})`;
    const [filter] = chosen;
    return readListing<Record>(sql, call, {
      counted: filter ? (filter.total ?? sql`select count(*) as total from ${from} where ${walked}`) : total(call),
      page: sql`
        select ${columns(call)} ${sortKey} from ${from} where ${walked} ${offset === 0 ? sql`` : start}
        order by ${sortedWalk} limit ${literal(sql, limit)}`,
      order: sortedRows,
      isPrepared: offset === 0,
    });
  };

  /** Matches are collected once, for the page and for the total. */
  const collectPage = (call: OwnedCall, { limit }: Query, prepared: Prepared, offset: number) => {
    const { chosen, matches, others, sortedRows, sortKey, key } = prepared;
    return readListing<Record>(sql, call, {
      matching: sql`select id ${sortKey} from ${matches as Fragment} where true ${all(others)}`,
      counted: sql`select count(*) as total from matching`,
      page: sql`
        select record.* ${key ? sql`, sort_key` : sql``}
        from (select * from matching order by ${sortedRows} limit ${limit} offset ${offset}) found
        ${joinRecords(call, prepared)}`,
      order: sortedRows,
      // A search has one index to choose from. Other plans would depend on the size that the table had.
      isPrepared: chosen.length === 1 && chosen[0]?.matches !== undefined,
    });
  };

  type Row = Record & { sort_key?: string | number };

  const readAfter = async (call: OwnedCall, query: Query, position: Position | undefined): Promise<Row[]> => {
    const prepared = prepare(call, query, position);
    const { isWalk, walked, unwalked, others, matches, sorted, sortedWalk, sortedRows, sortKey, key } = prepared;
    const wanted = query.limit + 1;
    const most = literal(sql, wanted);
    const following = beyond(prepared, position);
    if (isWalk) {
      const walk = sql<Row[]>`
        select ${columns(call)} ${sortKey} from ${from} where ${walked} ${following} order by ${sortedWalk} limit ${most}`;
      return sql.within(call, preparedSizes.has(query.limit) ? walk : unprepared(walk));
    }
    // If enough records match, a page of them is near: read some in order and drop the others. Planned at each call: a plan
    // that was made while the table was small would sort all records.
    const near = await sql.within(
      call,
      unprepared(sql<Row[]>`
        select ${columns(call)} ${sortKey} from (
          select * from ${from} where ${walked} ${following}
          order by ${sortedWalk} limit ${literal(sql, wanted * nearFactor)}
        ) near
        where true ${all(unwalked)} order by ${sortedWalk} limit ${most}`),
    );
    if (near.length === wanted) return near;
    // Few match: collect them by the narrowest filter's index.
    return sql.within(
      call,
      unprepared(sql<Row[]>`
        select record.* ${key ? sql`, sort_key` : sql``} from (
          select id ${sortKey} from ${matches as Fragment} where true ${all(others)} ${following}
          order by ${sorted} limit ${most}
        ) found
        ${joinRecords(call, prepared)}
        order by ${sortedRows}`),
    );
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
    page: (call: OwnedCall, query: Query & { page: number }): Promise<Listing<Record>> => {
      const prepared = prepare(call, query);
      const offset = (query.page - 1) * query.limit;
      return prepared.isWalk ? walkPage(call, query, prepared, offset) : collectPage(call, query, prepared, offset);
    },

    /** The page after a position; costs the same at any depth. */
    after,

    /** All records of the filters, in order, in chunks: each record that exists throughout comes exactly once. */
    walk: async function* (call: OwnedCall, query: Omit<Query, 'limit'>): AsyncGenerator<Record[]> {
      let position: Position | undefined;
      do {
        const { data, next } = await after(call, { ...query, limit: walkSize } as unknown as Query, position);
        yield data;
        position = next;
      } while (position);
    },
  };
};

/** The order of names: the folded one, which is a part of `search_text`. The migrations' indexes have the same expression. */
export const nameKey = (sql: Database, part: number): SortKey => ({
  by: sql`(left(split_part(search_text, e'\\x1f', ${literal(sql, part)}), 100) collate "C")`,
  type: 'text',
});
