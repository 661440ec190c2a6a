import { execFile, execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { ProcessName } from '@representa/contracts';
import { brokenRules, maintenanceUrl, startTestDatabase } from '@representa/testing';
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

describe('consistency.sql', () => {
  const isInstalled = (() => {
    try {
      execFileSync('psql', ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  })();
  if (!isInstalled) process.stderr.write('SKIPPED: no psql on this machine, so consistency.sql is not run by it\n');

  it('finds no problem in the database of the tests', async () => {
    const sql = postgres(inject('postgres').url, { max: 1, onnotice: () => {} });
    expect(await brokenRules(sql)).toEqual([]);
    await sql.end();
  });

  it.each(processes)('finds audit entries of %s that were changed', async (schema) => {
    const database = await startTestDatabase();
    const sql = postgres(database.adminUrl, { max: 1, onnotice: () => {} });
    await sql.unsafe(`set search_path = ${schema}, extensions`);
    const empresa = randomUUID();
    if (schema !== 'gateway') await sql`insert into change_sequence (empresa_id, last) values (${empresa}, 3)`;
    for (const numero of [1, 2, 3])
      await sql`select audit(${empresa}, ${numero}, ${sql.json({ chave_id: randomUUID() })}, 'criar', 'x', 'y', null)`;
    // The chain goes on from a checkpoint.
    await sql`select cut_audit(${empresa}, 1, hash, '') from audit_entry where empresa_id = ${empresa} and numero = 1`;
    expect(await brokenRules(sql)).toEqual([]);
    await sql`update audit_entry set chave_id = null where numero = 2`;
    expect(await brokenRules(sql)).toEqual([`audit entries of ${schema} whose filters do not fit them: 1`]);
    await sql`update audit_entry set entry = replace(entry, 'criar', 'mudar'), chave_id = (entry::json ->> 'chave_id')::uuid
      where numero = 2`;
    expect(await brokenRules(sql)).toEqual([`audit entries of ${schema} that do not fit the hash before them: 1`]);
    await sql.end();
    await database.stop();
  });

  it.skipIf(!isInstalled)('makes psql fail when a rule is broken, and names the rule', async () => {
    const database = await startTestDatabase();
    const check = () => run('psql', [database.adminUrl, '--file', `${deployFolder}components/backup/consistency.sql`]);
    expect((await check()).stdout).toContain('companies with a wrong counter of clients');
    const sql = postgres(database.adminUrl, { max: 1 });
    await sql`insert into clients.client_counter (empresa_id, total) values (gen_random_uuid(), 3)`;
    await expect(check()).rejects.toMatchObject({
      code: 3,
      stderr: expect.stringContaining('companies with a wrong counter of clients: 1'),
    });
    await sql.end();
    await database.stop();
  });
});
