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

test('the seed waits for the migrations, which run beside it, and says so', async () => {
  const env = {
    DATABASE_URL: roleUrl(server, 'gateway'),
    NATS_URL: 'nats://gateway:none@127.0.0.1:1',
    REDIS_URL: 'redis://127.0.0.1:1',
  };
  const child = spawn(process.execPath, [join(workspaceOf('gateway'), 'dist/empresas.js'), 'seed-demo'], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = new Promise((resolve) => child.on('exit', resolve));
  await until('it says what it waits for', () => output.includes('gateway.api_key does not exist'));
  await migrate({ postgres: server });
  expect(await ended).toBe(0);
  expect(output).toContain('demo-empresa-a');
  expect(output).not.toContain(rolePasswords.gateway);
});
