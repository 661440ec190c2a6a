import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProcessName, processes } from '@representa/contracts';
import { prepareDatabase } from '@representa/postgres';
import { makeTemporaryFolder } from '@representa/testing';
import postgres from 'postgres';
import { expect, it, onTestFinished } from 'vitest';
import { roleUrl, startPostgres } from '../src/index.ts';

it('the log of PostgreSQL has no values of refused duplicates', async () => {
  const dataDir = await makeTemporaryFolder();
  const server = await startPostgres({ dataDir });
  onTestFinished(() => server.stop());
  await prepareDatabase(server.url, server.rolePasswords);
  for (const role of processes satisfies readonly ProcessName[]) {
    const sql = postgres(roleUrl(server, role), { max: 1 });
    await sql.unsafe(`create table ${role}.document (cnpj text primary key)`);
    const insert = () => sql`insert into ${sql(`${role}.document`)} values (${'11222333000181'})`;
    await insert();
    await expect(insert()).rejects.toThrow(/duplicate key/);
    await sql.end();
  }
  const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8');
  expect(log.match(/duplicate key value/g)).toHaveLength(processes.length);
  expect(log).not.toContain('11222333000181');
});
