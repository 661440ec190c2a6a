import type { Row, Sql } from 'postgres';
import type { Value } from './statement.ts';

/**
 * Unprepared: for texts with many variants, because the server keeps each prepared one in its memory. Script: several
 * statements, without values.
 */
export type Sending = 'prepared' | 'unprepared' | 'script';

/** Usual page sizes; 500 is the largest of a changes feed, 1,000 that of exports. */
const preparedSizes = new Set([10, 20, 25, 50, 100, 500, 1_000]);

/** Each prepared text stays in the server's memory. Callers choose the size, and several filters have many combinations. */
export const sendingFor = (limit: number, filters = 0): Sending =>
  preparedSizes.has(limit) && filters <= 1 ? 'prepared' : 'unprepared';

/** The driver's types lack `simple`. Unless it is false, a text without values is sent as a script. */
export const sendQuery = (pool: Sql, text: string, values: Value[], sending: Sending): Promise<Row[]> => {
  const options = { prepare: sending === 'prepared', simple: sending === 'script' };
  const query = pool.unsafe(text, values as never[], options as { prepare: boolean });
  // When a query fails, the driver looks up where its text comes from, and keeps each text that it has not met for good.
  return Object.defineProperty(query, 'origin', { value: '' });
};

/**
 * Copies the rows and empties the driver's array, which V8 keeps as long as the query. `filter` skips holes: after a query that
 * failed midway, the driver writes the next rows behind the old ones.
 */
export const takeRows = (result: Row[]): Row[] => {
  const rows = result.filter(() => true);
  result.length = 0;
  return rows;
};

/** Undocumented members of a query (postgres.js 3.4.9). */
interface QueryInternals {
  /** The server is working on it. */
  active?: boolean;
  canceller?: ((query: object) => Promise<void>) | null;
}

/**
 * Only for a query that the server is working on: cancelling one that waits for its connection would block that
 * connection for good. Not by `query.cancel()`, which drops a promise whose rejection would end the process. Resolves
 * once the request has arrived or failed; over TLS never (`cancelMs` in within.ts).
 */
export const requestCancel = (query: object): Promise<void> | undefined => {
  const { active, canceller } = query as QueryInternals;
  return active ? canceller?.(query).catch(() => {}) : undefined;
};
