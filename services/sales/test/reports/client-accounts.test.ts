import { connectPostgres, type Database } from '@representa/postgres';
import {
  type ExplainedStatement,
  explainStatements,
  numberedId,
  plannedCall,
  readExplained,
  startTestDatabase,
  type TestDatabase,
} from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeReportsRepository } from '../../src/reports/reports.repository.ts';

const salesOfEach = 1_000;
const clients = 20;

let testDatabase: TestDatabase;
let database: Database;
const explained: ExplainedStatement[] = [];

beforeAll(async () => {
  testDatabase = await startTestDatabase();
  const admin = postgres(testDatabase.adminUrl, { max: 1, onnotice: () => {} });
  // The sales of one client are spread over the whole table.
  await admin.unsafe(`
    set search_path = sales, extensions;
    set session_replication_role = replica;
    insert into sale
      (empresa_id, id, pedido, data, cliente_id, representada_id, status, valor_total, created_at, updated_at, change)
    select ${numberedId(0, '1')}, ${numberedId(1, 'n')}, n::text, '2026-01-01', ${numberedId(2, `n % ${clients}`)},
      ${numberedId(3, '1')}, 'Enviado', 10, now(), now(), n from generate_series(1, ${salesOfEach * clients}) n`);
  await admin`vacuum analyze sales.sale`;
  await explainStatements(admin, 'sales');
  await admin.end();
  database = connectPostgres({
    url: testDatabase.databaseUrl('sales'),
    schema: 'sales',
    connections: 1,
    statementTimeoutMs: 20_000,
    onNotice: ({ message = '' }) => explained.push(...[readExplained(message)].filter((one) => one !== undefined)),
  });
});
afterAll(async () => {
  await database.end();
  await testDatabase.stop();
});

test('what a client with many open sales owes is read from an index, not from the sales', async () => {
  const { empresa_id, ...call } = plannedCall();
  const ids = [numberedId(2, 3)];
  expect(await makeReportsRepository(database).clientAccounts(call, { empresa_id, ids })).toEqual([
    { ultima_compra: '2026-01-01', aberto: 10 * salesOfEach },
  ]);
  const [{ plan, buffers }] = explained as [ExplainedStatement];
  expect(plan).toContain(`Index Only Scan sale_open ${salesOfEach} rows`);
  // Its sales are in hundreds of pages of the table.
  expect(buffers, plan).toBeLessThan(50);
});
