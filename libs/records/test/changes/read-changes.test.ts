import { connectPostgres, type Database, sql } from '@representa/postgres';
import { countPreparedPages, plannedCall, startTestDatabase, type TestDatabase } from '@representa/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeReadChanges } from '../../src/changes/changes.repository.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await startTestDatabase();
  const url = testDatabase.databaseUrl('clients');
  database = connectPostgres({ url, schema: 'clients', connections: 1, statementTimeoutMs: 5_000 });
});
afterAll(async () => {
  await database.end();
  await testDatabase.stop();
});

test('only pages of usual sizes stay prepared', async () => {
  const columns = sql`id, nome`;
  const read = makeReadChanges(database, { resource: 'client', idType: 'uuid', columns, show: (row) => row });
  // Of the sizes 1 to 60, only 10, 20, 25 and 50 are usual.
  expect(await countPreparedPages(database, (limit) => read(plannedCall(), 0, limit))).toBe(4);
});
