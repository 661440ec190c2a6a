import { startTestDatabase, type TestDatabase } from '@representa/testing';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPart, type Part, writeCosts } from '../write-costs.ts';

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await startTestDatabase();
  sql = postgres(database.adminUrl, { max: 1 });
});
afterAll(async () => {
  await sql.end();
  await database.stop();
});

const bodies = () =>
  sql`select oid, prosrc from pg_proc where pronamespace::regnamespace::text in ('sales', 'clients')`;

// The cuts know names and statements of the functions: they break unnoticed when these change.
test.each(Object.keys(writeCosts) as Part[])('functions can do without %s, and are whole again', async (part) => {
  const whole = await bodies();
  const { cut, restore } = await openPart(sql, part);
  await cut();
  expect(await bodies()).not.toEqual(whole);
  await restore();
  expect(await bodies()).toEqual(expect.arrayContaining([...whole]));
});
