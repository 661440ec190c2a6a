import { connectPostgres, type Database } from '@representa/postgres';
import { plannedCall, startTestDatabase, type TestDatabase } from '@representa/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeReadChanges } from '../src/index.ts';

let database: TestDatabase;
let sql: Database;
beforeAll(async () => {
  database = await startTestDatabase();
  const url = database.databaseUrl('clients');
  sql = connectPostgres({ url, schema: 'clients', connections: 1, statementTimeoutMs: 5_000 });
});
afterAll(async () => {
  await sql.end();
  await database.stop();
});

const countPrepared = async (): Promise<number> => {
  const count = sql<[{ total: number }]>`select count(*) as total from pg_prepared_statements`;
  return (await sql.within(plannedCall(), count))[0].total;
};

test('only pages of usual sizes stay prepared', async () => {
  const columns = sql`id, nome`;
  const read = makeReadChanges(sql, { resource: 'client', idType: 'uuid', columns, show: (row) => row });
  const before = await countPrepared();
  for (let limit = 1; limit <= 60; limit++) await read(plannedCall(), 0, limit);
  // Of these sizes, 10, 20, 25 and 50 are usual.
  expect((await countPrepared()) - before).toBe(4);
});
