import type { Call } from '@representa/contracts';
import type { Database } from './connect.ts';
import type { Position } from './list-shape.ts';
import type { Sending } from './send-query.ts';
import { type Fragment, sql } from './statement.ts';

/** A page that a cursor continues. */
export interface PageAfter<Row> {
  data: Row[];
  /** Undefined on the last page. */
  next: Position | undefined;
}

/** Takes up to `limit + 1` rows. The extra one means that there is a next page. */
export const pageAfter = <Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (last: Row) => Position,
): PageAfter<Row> => {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  return { data, next: last !== undefined && rows.length > limit ? positionOf(last) : undefined };
};

/** A page of records, and how many there are on all pages. */
export interface Listing<Row> {
  data: Row[];
  total: number;
}

interface PageQuery {
  /** A filter's matches, for `counted` and `page` to select from as `matching`: searched once. */
  matching?: Fragment;
  /** Selects `total`, in one row. */
  counted: Fragment;
  /** Selects the records of the page. */
  page: Fragment;
  order: Fragment;
  sending: Sending;
}

/** One round trip: every row has the total; an empty page is one row without a record. */
export const readPage = async <Row extends { id: string }>(
  database: Database,
  call: Call,
  { matching, counted, page, order, sending }: PageQuery,
): Promise<Listing<Row>> => {
  const query = sql<(Row & { total: number })[]>`
    ${matching ? sql`with matching as materialized (${matching})` : sql``}
    select counted.total, page.* from (${counted}) counted left join (${page}) page on true order by ${order}`;
  const rows = await database.within(call, query, sending);
  return { data: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 };
};
