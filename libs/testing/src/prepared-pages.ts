import { type Database, sql } from '@representa/postgres';
import { plannedCall } from './test-plans.ts';

const countPrepared = async (database: Database): Promise<number> => {
  const count = sql<[{ total: number }]>`select count(*) as total from pg_prepared_statements`;
  return (await database.within(plannedCall(), count))[0].total;
};

/** How many statements a list leaves prepared on the one connection of `database`, when it is read in pages of 1 to 60. */
export const countPreparedPages = async (
  database: Database,
  readPage: (limit: number) => Promise<unknown>,
): Promise<number> => {
  const before = await countPrepared(database);
  for (let limit = 1; limit <= 60; limit++) await readPage(limit);
  return (await countPrepared(database)) - before;
};
