import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeTemporaryFolder, startTestDatabase, type TestDatabase } from '@representa/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runMigrations } from '../src/index.ts';

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
