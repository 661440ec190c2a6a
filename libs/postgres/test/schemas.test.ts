import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processes } from '@representa/contracts';
import { makeTemporaryFolder, startTestDatabase, type TestDatabase, until } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../src/index.ts';

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

  test('works in its own schema, and neither in public nor as another role', async () => {
    const sql = postgres(database.databaseUrl(role), { max: 1 });
    await expect(sql`select from ${sql(`${role}.${tables[role]}`)}`).resolves.toBeDefined();
    await expect(sql`create table public.intruder ()`).rejects.toThrow(/permission denied/);
    await expect(sql`set role postgres`).rejects.toThrow(/permission denied/);
    await sql.end();
  });
});

describe('migrations', () => {
  test('run once, in order, however many start at the same time, and not again', async () => {
    const directory = await makeTemporaryFolder();
    await writeFile(join(directory, '901-first.sql'), 'create table first (id int); select pg_sleep(0.2);');
    await writeFile(join(directory, '902-second.sql'), 'insert into first values (1);');
    const run = () => migrate({ url: database.databaseUrl('clients'), schema: 'clients', directory });
    const applied = await Promise.all([run(), run(), run()]);
    expect(applied.flat()).toEqual(['901-first.sql', '902-second.sql']);
    expect(await run()).toEqual([]);
  });

  test('one that finds a table in use lets others pass, and is tried again', async () => {
    const directory = await makeTemporaryFolder();
    const sql = postgres(database.databaseUrl('clients'), { max: 3, connection: { search_path: 'clients' } });
    await sql`create table busy (id int)`;
    await writeFile(join(directory, '903-alter.sql'), 'alter table busy add column more int;');
    const { migrating } = await sql.begin(async (transaction) => {
      await transaction`select from busy`;
      const migrating = migrate({ url: database.databaseUrl('clients'), schema: 'clients', directory });
      await until('it waits for the table', async () => {
        const [waiting] = await sql`select from pg_locks where relation = 'busy'::regclass and not granted`;
        return waiting !== undefined;
      });
      await sql`select from busy`;
      return { migrating };
    });
    expect(await migrating).toEqual(['903-alter.sql']);
    await sql.end();
  });

  test('one that fails leaves nothing behind and is tried again', async () => {
    const directory = await makeTemporaryFolder();
    const run = () => migrate({ url: database.databaseUrl('clients'), schema: 'clients', directory });
    await writeFile(join(directory, '904-half.sql'), 'create table half (id int); select 1 / 0;');
    await expect(run()).rejects.toThrow(/division by zero/);
    await writeFile(join(directory, '904-half.sql'), 'create table half (id int);');
    expect(await run()).toEqual(['904-half.sql']);
  });

  test('one that should have come before what is there is refused: the database is an older release’s', async () => {
    const directory = await makeTemporaryFolder();
    await writeFile(join(directory, '900-forgotten.sql'), 'create table forgotten (id int);');
    const run = migrate({ url: database.databaseUrl('clients'), schema: 'clients', directory });
    await expect(run).rejects.toThrow(/applied without 900-forgotten\.sql.* a new one is needed/);
  });
});
