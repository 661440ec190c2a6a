import type { Database } from '@representa/postgres';
import { plannedCall } from './test-plans.ts';

const countPrepared = async (sql: Database): Promise<number> => {
  const count = sql<[{ total: number }]>`select count(*) as total from pg_prepared_statements`;
  return (await sql.within(plannedCall(), count))[0].total;
};

/** How many statements a list leaves prepared on the one connection of `sql`, when it is read in pages of 1 to 60. */
export const countPreparedPages = async (
  sql: Database,
  readPage: (limit: number) => Promise<unknown>,
): Promise<number> => {
  const before = await countPrepared(sql);
  for (let limit = 1; limit <= 60; limit++) await readPage(limit);
  return (await countPrepared(sql)) - before;
};
