import { writeFile } from 'node:fs/promises';
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

const run = async (directory: URL): Promise<string> => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await runMigrations({ schema: 'clients', directory });
  const said = write.mock.calls.flat().join('');
  write.mockRestore();
  return said;
};

test('each migration that is applied has its line, and so has nothing', async () => {
  const folder = await makeTemporaryFolder();
  await writeFile(join(folder, '901-one.sql'), 'create table one (id int);');
  await writeFile(join(folder, '902-two.sql'), 'create table two (id int);');
  const directory = pathToFileURL(folder);
  expect(await run(directory)).toBe('clients: applied 901-one.sql\nclients: applied 902-two.sql\n');
  expect(await run(directory)).toBe('clients: nothing to do\n');
});
