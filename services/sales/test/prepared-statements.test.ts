import { connectPostgres, type Database } from '@representa/postgres';
import { countPreparedPages, numberedId, plannedCall, startTestDatabase, type TestDatabase } from '@representa/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCommissionsRepository } from '../src/commissions/commissions.repository.ts';
import { makePaymentsRepository } from '../src/payments/payments.repository.ts';
import { makeSaleChangesRepository } from '../src/sales/sale-changes.repository.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await startTestDatabase();
  const url = testDatabase.databaseUrl('sales');
  database = connectPostgres({ url, schema: 'sales', connections: 1, statementTimeoutMs: 5_000 });
});
afterAll(async () => {
  await database.end();
  await testDatabase.stop();
});

type ReadPage = (limit: number) => Promise<unknown>;
const representada_id = numberedId(3, 1);
const listCommissions =
  (filter: object): ReadPage =>
  (limit) =>
    makeCommissionsRepository(database).list(plannedCall(), '2026-06-01', { limit, ...filter }, undefined);

/** Of the sizes 1 to 60, only 10, 20, 25 and 50 are usual. */
test.each<[string, ReadPage, number]>([
  ['the changes feed', (limit) => makeSaleChangesRepository(database).changes(plannedCall(), 0, limit), 4],
  ['a history', (limit) => makeSaleChangesRepository(database).history(plannedCall(), numberedId(1, 1), limit, 9), 4],
  ['payments', (limit) => makePaymentsRepository(database).list(plannedCall(), { limit }, undefined), 4],
  ['commissions', listCommissions({}), 4],
  ['commissions of one filter', listCommissions({ representada_id }), 4],
  ['commissions of two filters', listCommissions({ representada_id, situacao: 'paga' }), 0],
])('%s: only pages of usual sizes stay prepared', async (_name, read, prepared) => {
  expect(await countPreparedPages(database, read)).toBe(prepared);
});
