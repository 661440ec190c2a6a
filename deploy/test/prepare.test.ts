import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { ProcessName } from '@representa/contracts';
import { maintenanceUrl } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { deployFolder } from './deploy-folder.ts';

const run = promisify(execFile);
// The same command as in the Dockerfile.
const buildIt = "import { build } from './esbuild.config.mjs'; await build(['deploy/prepare']);";
const processes: ProcessName[] = ['gateway', 'sales', 'catalog', 'clients'];

describe('preparing a database', () => {
  const { url, rolePasswords } = inject('postgres');
  const name = `prepare_${randomUUID().replaceAll('-', '')}`;
  const address = new URL(url);
  const admin = postgres(maintenanceUrl(url), { max: 1, onnotice: () => {} });
  const passwords = processes.map((role) => [`${role.toUpperCase()}_DATABASE_PASSWORD`, rolePasswords[role] ?? '']);
  const environment = () => ({ ADMIN_DATABASE_URL: address.href, ...Object.fromEntries(passwords) });
  const prepare = (env: Record<string, string>) =>
    run(process.execPath, [`${deployFolder}prepare/dist/main.js`], { env });

  beforeAll(async () => {
    address.pathname = `/${name}`;
    await run(process.execPath, ['--input-type=module', '--eval', buildIt], { cwd: `${deployFolder}..` });
    await admin.unsafe(`create database ${name}`);
  });
  afterAll(async () => {
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
  });

  it('creates a schema for each process, and can run again', async () => {
    await prepare(environment());
    await prepare(environment());
    const own = postgres(address.href, { max: 1 });
    const rows =
      await own`select nspname from pg_namespace join pg_roles on pg_roles.oid = nspowner where rolname = nspname`;
    await own.end();
    expect(rows.map(({ nspname }) => nspname)).toEqual(expect.arrayContaining([...processes]));
  });

  it('names a missing variable', async () => {
    const { ADMIN_DATABASE_URL: _left, ...rest } = environment();
    await expect(prepare(rest)).rejects.toThrow(/ADMIN_DATABASE_URL/);
  });
});
