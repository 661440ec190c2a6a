import { startPostgres } from '@representa/local-stack';
import { connectMessaging, type Messaging } from '@representa/messaging';
import { connectPostgres, sql } from '@representa/postgres';
import { asEmpresa, testSecret, until } from '@representa/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../src/index.ts';
import { makeService } from '../src/process/index.ts';

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let messaging: Messaging;
let app: App;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const options = { schema: 'sales', connections: 2, statementTimeoutMs: 1_000 };
  const database = connectPostgres({ url: postgres.url, ...options, log });
  messaging = connectMessaging({ url: 'nats://127.0.0.1:1', process: 'sales', log: pino({ level: 'silent' }) });
  const config = { GATEWAY_SECRET: [testSecret], REQUEST_TIMEOUT_MS: 1_000, MAX_IN_FLIGHT: 16 };
  app = makeService({ config, database, messaging, log }, (api) => {
    api.get('/ask', { config: { docs: undefined as never } }, async ({ call }) =>
      database.within(call, sql`select 1 as one`),
    );
    api.get('/bug', { config: { docs: undefined as never } }, async () => (undefined as unknown as string).length);
  });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await postgres.stop();
});

const ask = async (path = '/ask'): Promise<number> =>
  (await app.inject({ url: path, headers: asEmpresa() })).statusCode;
const linesWith = (text: string) => lines.filter(({ msg }) => msg === text);

test('an outage of PostgreSQL is one line when it goes and one when it is back, and one short line per failed request', async () => {
  expect(await ask()).toBe(200);
  await postgres.stop();
  const statuses = [];
  for (let i = 0; i < 20; i++) statuses.push(await ask());
  expect(new Set(statuses)).toEqual(new Set([503]));
  await postgres.start();
  await until('it answers again', async () => (await ask()) === 200);
  const failed = linesWith('request failed');
  expect(failed.length).toBeGreaterThanOrEqual(20);
  expect(failed[0]).toMatchObject({
    method: 'GET',
    route: '/ask',
    key_id: expect.any(String),
    key_prefix: 'rep_test',
    client_address: '203.0.113.7',
    reason: expect.any(String),
  });
  expect(JSON.stringify(failed)).not.toContain('    at ');
  const address = new URL(postgres.url).host;
  expect(linesWith('cannot reach PostgreSQL')[0]).toMatchObject({ level: 40, address, reason: expect.any(String) });
  expect(linesWith('cannot reach PostgreSQL').length).toBeLessThan(4);
  expect(linesWith('PostgreSQL is back')).toHaveLength(1);
});

test('a bug is logged with its stack', async () => {
  lines.length = 0;
  expect(await ask('/bug')).toBe(500);
  expect(linesWith('request failed')).toMatchObject([
    { err: { type: 'TypeError', stack: expect.stringContaining('    at ') } },
  ]);
});
