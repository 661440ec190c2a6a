import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeTemporaryFolder, startTestDatabase, type TestDatabase, until } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runMigrations } from '../../src/process/index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
  vi.stubEnv('DATABASE_URL', database.databaseUrl('clients'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await database.stop();
});

const run = async (folder: string): Promise<string> => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await runMigrations('clients', pathToFileURL(`${folder}/`));
  const printed = write.mock.calls.flat().join('');
  write.mockRestore();
  return printed;
};

test('prints a line for each file that it applies, or that there is nothing to do', async () => {
  const folder = await makeTemporaryFolder();
  await mkdir(join(folder, 'clients/migrations'), { recursive: true });
  await writeFile(join(folder, 'clients/migrations/901-one.sql'), 'create table one (id int);');
  await writeFile(join(folder, 'clients/migrations/902-two.sql'), 'create table two (id int);');
  expect(await run(folder)).toBe(
    'clients: applied clients/migrations/901-one.sql\nclients: applied clients/migrations/902-two.sql\n',
  );
  expect(await run(folder)).toBe('clients: nothing to do\n');
});

test('uses the address of PostgreSQL itself where there is a pooler, and no limits of its role', async () => {
  const folder = await makeTemporaryFolder();
  await mkdir(join(folder, 'clients/migrations'), { recursive: true });
  await writeFile(join(folder, 'clients/migrations/903-slow.sql'), 'select pg_sleep(0.3);');
  const admin = postgres(database.adminUrl, { max: 1 });
  // In this database only: other tests use the role, too.
  const [{ name }] = await admin<[{ name: string }]>`select current_database() as name`;
  await admin.unsafe(`alter role clients in database ${name} set statement_timeout = 100`);
  vi.stubEnv('DATABASE_URL', 'postgres://clients@127.0.0.1:1/pooler');
  vi.stubEnv('DIRECT_DATABASE_URL', database.databaseUrl('clients'));
  expect(await run(folder)).toBe('clients: applied clients/migrations/903-slow.sql\n');
  await admin.unsafe(`alter role clients in database ${name} reset statement_timeout`);
  await admin.end();
});

test('says that it waits while another one runs', async () => {
  const folder = await makeTemporaryFolder();
  await mkdir(join(folder, 'clients/migrations'), { recursive: true });
  const other = postgres(database.databaseUrl('clients'), { max: 1 });
  await other`select pg_advisory_lock(hashtext('migrate clients'))`;
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const running = runMigrations('clients', pathToFileURL(`${folder}/`));
  const printed = (): string => write.mock.calls.flat().join('');
  await until('it says why', () => /clients: waiting: another session holds the lock/.test(printed()));
  await other.end();
  await running;
  write.mockRestore();
});
