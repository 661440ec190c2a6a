import { processes } from '@representa/contracts';
import { startTestDatabase, type TestDatabase } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const tables = { gateway: 'empresa', sales: 'sale', catalog: 'product', clients: 'client' };

describe.each(processes)('the role %s', (role) => {
  test.each(processes.filter((other) => other !== role))('reads and writes nothing of %s', async (other) => {
    const sql = postgres(database.databaseUrl(role), { max: 1 });
    const table = sql(`${other}.${tables[other]}`);
    await expect(sql`select from ${table}`).rejects.toThrow(/permission denied for schema/);
    await expect(sql`delete from ${table}`).rejects.toThrow(/permission denied for schema/);
    await expect(sql`create table ${sql(other)}.intruder ()`).rejects.toThrow(/permission denied for schema/);
    await sql.end();
  });

  test.each(['postgres', 'template1'])('cannot connect to the database %s', async (name) => {
    const url = new URL(database.databaseUrl(role));
    url.pathname = `/${name}`;
    const sql = postgres(url.href, { max: 1 });
    await expect(sql`select 1`).rejects.toThrow(/permission denied for database/);
    await sql.end();
  });

  test('works in its own schema, and neither in public nor as another role', async () => {
    const sql = postgres(database.databaseUrl(role), { max: 1 });
    await expect(sql`select from ${sql(`${role}.${tables[role]}`)}`).resolves.toBeDefined();
    await expect(sql`create table public.intruder ()`).rejects.toThrow(/permission denied/);
    await expect(sql`set role postgres`).rejects.toThrow(/permission denied/);
    await sql.end();
  });
});
