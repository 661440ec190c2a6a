import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { migrate, roleUrl, workspaceOf } from '@representa/local-stack';
import { maintenanceUrl, until } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const { url, rolePasswords } = inject('postgres');
const name = `seed_${randomUUID().replaceAll('-', '')}`;
const own = new URL(url);
own.pathname = `/${name}`;
const server = { url: own.href, rolePasswords };
const admin = postgres(maintenanceUrl(url), { max: 1, onnotice: () => {} });

beforeAll(() => admin.unsafe(`create database ${name}`));
afterAll(async () => {
  await admin.unsafe(`drop database if exists ${name} with (force)`);
  await admin.end();
});

const startSeed = (...args: string[]) => {
  const env = {
    DATABASE_URL: roleUrl(server, 'gateway'),
    NATS_URL: 'nats://gateway:none@127.0.0.1:1',
    REDIS_URL: 'redis://127.0.0.1:1',
  };
  const child = spawn(process.execPath, [join(workspaceOf('gateway'), 'dist/empresas.js'), ...args], { env });
  const seed = { stdout: '', output: '', ended: new Promise((resolve) => child.on('close', resolve)) };
  child.stdout.on('data', (chunk) => (seed.stdout += chunk));
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (seed.output += chunk));
  return seed;
};

test('the seed waits for the migrations, which run beside it, and says so', async () => {
  const seed = startSeed('seed-demo');
  await until('it says what it waits for', () => seed.output.includes('the schema gateway does not exist'));
  await migrate({ postgres: server }, ['gateway']);
  expect(await seed.ended, seed.output).toBe(0);
  expect(seed.output).toContain('demo-empresa-a');
  expect(seed.output).not.toContain(rolePasswords.gateway);
});

test('it waits for the last of them, too. With --json, stdout has JSON alone', async () => {
  const database = postgres(server.url, { max: 1, onnotice: () => {} });
  await database`drop function gateway.valid_key_hashes`;
  await database`delete from gateway.applied_sql where name = 'gateway/sql/keys.sql'`;
  await database.end();
  const seed = startSeed('--json', 'seed-demo');
  await until('it says what it waits for', () => seed.output.includes('keys.sql is not applied'));
  await migrate({ postgres: server }, ['gateway']);
  expect(await seed.ended, seed.output).toBe(0);
  expect(JSON.parse(seed.stdout)).toHaveLength(4);
});
