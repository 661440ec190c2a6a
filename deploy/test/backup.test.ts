import { execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { prepareDatabase } from '@representa/postgres';
import { makeTemporaryFolder, startTestDatabase, type TestDatabase } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { type BackupRole, createBackupRole } from './backup-role.ts';
import { deployFolder } from './deploy-folder.ts';
import { podsOf } from './kubernetes.ts';
import { itRendered, objectsOf } from './overlays.ts';
import { hasClients, nobody, path, user } from './postgres-clients.ts';

itRendered('restore-pod.yaml is a pod like that of the backup, with its volume', () => {
  const objects = objectsOf('production with backup');
  const backup = podsOf(objects).find(({ owner }) => owner.metadata.name === 'backup');
  const pod = parse(readFileSync(`${deployFolder}restore-pod.yaml`, 'utf8'));
  const [container] = pod.spec.containers;
  expect(container).toMatchObject({
    image: backup?.spec.containers[0]?.image,
    securityContext: backup?.spec.containers[0]?.securityContext,
  });
  expect(pod.spec).toMatchObject({
    securityContext: backup?.spec.securityContext,
    serviceAccountName: backup?.spec.serviceAccountName,
    automountServiceAccountToken: false,
  });
  const component = 'app.kubernetes.io/component';
  expect(pod.metadata.labels[component]).toBe(backup?.labels[component]);
  expect(pod.spec.volumes).toContainEqual({ name: 'backups', persistentVolumeClaim: { claimName: 'backups' } });
});

/** A copy of a database has not its privileges, which `prepare` takes from all roles. */
const startPreparedDatabase = async (): Promise<TestDatabase> => {
  const database = await startTestDatabase();
  await prepareDatabase(database.adminUrl, inject('postgres').rolePasswords);
  return database;
};

it('the role of the runbook may connect and read every table', async () => {
  const database = await startPreparedDatabase();
  const role = await createBackupRole(database.adminUrl);
  const sql = postgres(role.url, { max: 1 });
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname <> 'information_schema'
    and schemaname !~ '^pg_'`;
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['sales.sale', 'gateway.api_key']));
  for (const { name } of tables) await sql.unsafe(`select from ${name}`);
  await sql.end();
  await role.drop();
  await database.stop();
});

describe.runIf(hasClients())('backup', () => {
  let database: TestDatabase;
  let role: BackupRole;
  let backups: string;
  let scratch: string;
  beforeAll(async () => {
    database = await startPreparedDatabase();
    role = await createBackupRole(database.adminUrl);
  });
  afterAll(async () => {
    await role.drop();
    await database.stop();
  });
  beforeEach(async () => {
    const folder = await makeTemporaryFolder();
    [backups, scratch] = [join(folder, 'backups'), join(folder, 'scratch')];
    chmodSync(folder, 0o755);
    for (const path of [backups, scratch]) {
      mkdirSync(path);
      if (process.getuid?.() === 0) chownSync(path, nobody, nobody);
    }
  });

  const run = (script: string, env: Record<string, string> = {}) =>
    promisify(execFile)('bash', [`${deployFolder}components/backup/${script}`], {
      ...user,
      env: { PATH: path, DATABASE_URL: role.url, BACKUP_FOLDER: backups, SCRATCH_FOLDER: scratch, ...env },
    });
  const dumps = (): string[] => readdirSync(backups).sort();
  const makeOld = (name: string): void => mkdirSync(join(backups, name));

  it('makes a dump, removes what a failed one left, and keeps the dumps of some days and months', async () => {
    const now = new Date();
    const at = (daysAgo: number): string => {
      const day = new Date(now.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
      return `representa-${day}T053000Z`;
    };
    const old = Array.from({ length: 500 }, (_, daysAgo) => at(daysAgo + 1));
    for (const name of [...old, 'representa-20200101T000000Z.partial']) makeOld(name);
    await run('backup.sh', { KEEP_DAYS: '7', KEEP_MONTHS: '3' });
    const kept = dumps();
    expect(kept.at(-1)).toMatch(/^representa-\d{8}T\d{6}Z$/);
    expect(statSync(join(backups, kept.at(-1) ?? '', 'toc.dat')).size).toBeGreaterThan(1_000);
    expect(kept).toEqual(expect.arrayContaining(old.slice(0, 7)));
    const monthly = kept.filter((name) => name < at(7));
    expect(monthly.length).toBeGreaterThanOrEqual(2);
    expect(monthly.length).toBeLessThanOrEqual(4);
    for (const name of monthly) expect(name.slice(17, 19)).toBe('01');
  });

  it('fails without leaving a dump when the database cannot be read', async () => {
    const refused = new URL(role.url);
    refused.password = 'wrong';
    await expect(run('backup.sh', { DATABASE_URL: refused.href })).rejects.toThrow(/password authentication failed/);
    expect(dumps().filter((name) => name.endsWith('Z'))).toEqual([]);
  });

  it('restores in the drill, which finds broken rules', async () => {
    await run('backup.sh');
    const { stdout } = await run('restore-drill.sh');
    expect(stdout).toMatch(/restored \.\/representa-/);
    expect(stdout).toMatch(/companies/);
    const admin = postgres(database.adminUrl, { max: 1 });
    await admin`insert into clients.record_counter (empresa_id, resource, total) values (uuidv7(), 'client', 5)`;
    await run('backup.sh');
    await admin`delete from clients.record_counter where total = 5`;
    await admin.end();
    await expect(run('restore-drill.sh')).rejects.toMatchObject({
      code: 3,
      stderr: expect.stringContaining('companies with a wrong counter of clients: 1'),
    });
    expect(readdirSync(scratch)).not.toContain('data');
  }, 60_000);

  it('is missed by the drill when it is too old, or was never made', async () => {
    await expect(run('restore-drill.sh')).rejects.toThrow(/there is no dump/);
    makeOld('representa-20260101T053000Z');
    utimesSync(join(backups, 'representa-20260101T053000Z'), new Date(0), new Date(0));
    await expect(run('restore-drill.sh')).rejects.toThrow(/older than 26 hours/);
  });
});
