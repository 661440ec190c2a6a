import { brokenRules, startTestDatabase, type TestDatabase } from '@representa/testing';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { alone } from '../fill/blocks.ts';
import { addLoneCompany, fill, growLoneCompany } from '../fill/fill.ts';
import { productSchemas, representadaReferenceStatement } from '../fill/statements.ts';
import type { FilledDatabase } from '../product.ts';

const block = { first: 1, last: 2, clients: 10, sales: 30 };
let database: TestDatabase;

beforeEach(async () => {
  database = await startTestDatabase();
});
afterEach(() => database.stop());

// A fill writes tables past the services: it breaks unnoticed when they change.
test.each<[string, (filled: FilledDatabase) => Promise<void>]>([
  ['for scenarios', (filled) => fill(filled, [block])],
  [
    'of a company that grows',
    async (filled) => {
      await addLoneCompany(filled);
      await growLoneCompany(filled, 0, 30);
    },
  ],
])('the data %s keeps the rules', async (what, write) => {
  await write({ url: database.adminUrl, schemas: productSchemas, rulesFile: '' });
  const sql = postgres(database.adminUrl, { max: 1 });
  try {
    // Of the lone company: its first sales, which the API creates, make them.
    if (what.includes('grows')) await sql.unsafe(representadaReferenceStatement(alone(0), productSchemas));
    expect(await brokenRules(sql)).toEqual([]);
    const [{ sales }] = await sql<[{ sales: number }]>`select count(*)::int as sales from sales.sale`;
    expect(sales).toBeGreaterThanOrEqual(30);
  } finally {
    await sql.end();
  }
});
