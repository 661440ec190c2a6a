import { startTestDatabase, type TestDatabase } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statuses, stepOf } from '../../src/sales/status.rules.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

test('the indexes know the step of every spelling as the rules do', async () => {
  const admin = postgres(database.adminUrl, { max: 1 });
  const steps = await admin<{ status: string; step: string }[]>`
    select status, sales.status_step(status) as step from unnest(${statuses as string[]}::text[]) status`;
  await admin.end();
  expect(steps).toHaveLength(statuses.length);
  expect(steps).toEqual(statuses.map((status) => ({ status, step: stepOf(status) })));
});
