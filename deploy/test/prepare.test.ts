import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { build } from '../../esbuild.config.mjs';
import { deployFolder } from './overlays.ts';

const run = promisify(execFile);
const processes = ['gateway', 'sales', 'catalog', 'clients'];

describe('preparing a database', () => {
  const { url, rolePasswords } = inject('postgres');
  const name = `prepare_${randomUUID().replaceAll('-', '')}`;
  const address = new URL(url);
  const admin = postgres(url, { max: 1, onnotice: () => {} });
  const passwords = processes.map((role) => [`${role.toUpperCase()}_DATABASE_PASSWORD`, rolePasswords[role] ?? '']);
  const environment = () => ({ ADMIN_DATABASE_URL: address.href, ...Object.fromEntries(passwords) });
  const prepare = (env: Record<string, string>) =>
    run(process.execPath, [`${deployFolder}prepare/dist/main.js`], { env });

  beforeAll(async () => {
    address.pathname = `/${name}`;
    await build(['deploy/prepare']);
    await admin.unsafe(`create database ${name}`);
  });
  afterAll(async () => {
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
  });

  it('gives each process its schema, and may be done again', async () => {
    await prepare(environment());
    await prepare(environment());
    const own = postgres(address.href, { max: 1 });
    const rows =
      await own`select nspname from pg_namespace join pg_roles on pg_roles.oid = nspowner where rolname = nspname`;
    await own.end();
    expect(rows.map(({ nspname }) => nspname)).toEqual(expect.arrayContaining(processes));
  });

  it('says what it was not told', async () => {
    const { ADMIN_DATABASE_URL: _left, ...rest } = environment();
    await expect(prepare(rest)).rejects.toThrow(/ADMIN_DATABASE_URL/);
  });
});
