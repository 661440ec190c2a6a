import type { Call } from '@representa/contracts';
import type { PendingQuery, Row } from 'postgres';
import type { Database } from './connect.ts';

/** A page of records, and how many there are on all pages. */
export interface Listing {
  total: number;
  /** A JSON array, not decoded: with accents, to decode a page and to encode it again takes 40 µs. */
  records: Buffer;
}

/** Runs a query that selects `total` and `records`, in this order. */
export const readListing = async (sql: Database, caller: Call, query: PendingQuery<Row[]>): Promise<Listing> => {
  const rows = await sql.within(caller, query.raw() as unknown as PendingQuery<[[Buffer, Buffer]]>);
  const [[total, records]] = rows;
  return { total: Number(total.toString('latin1')), records };
};
