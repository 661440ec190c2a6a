import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { callWithin, findEmpresa } from '@representa/contracts';
import { connectMessaging } from '@representa/messaging';
import { makeLogger } from '@representa/telemetry';
import { startTestStack, type TestStack, until } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Config } from '../src/config.ts';
import { type Gateway, startGateway } from './gateway.ts';
import { call } from './http.ts';

let stack: TestStack;
const gateways: Gateway[] = [];

beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  await stack.stop();
});

const start = async (changes: Partial<Config>, sqlNames?: readonly string[]): Promise<Gateway> => {
  const gateway = await startGateway(stack, { LOG_LEVEL: 'info', ...changes }, sqlNames);
  gateways.push(gateway);
  return gateway;
};
const linesWith = ({ lines }: Gateway, message: string) =>
  lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message);
const statusOf = async ({ port }: Gateway): Promise<number> => (await call(port, '/readyz')).status;

const withPassword = (url: string, password: string): string => {
  const changed = new URL(url);
  changed.password = password;
  return changed.href;
};

// At the same time: each waits for a second line, which comes after five seconds.
describe.concurrent('a process that cannot reach what it needs is not ready, and logs every few seconds what and why', () => {
  test.each([
    ['NATS', 'password', /authorization/i],
    ['NATS', 'port', /ECONNREFUSED/],
    ['PostgreSQL', 'password', /password authentication failed/],
    ['PostgreSQL', 'port', /ECONNREFUSED/],
  ])('%s, wrong %s', async (dependency, what, why) => {
    const right = dependency === 'NATS' ? stack.natsUrl('gateway') : stack.databaseUrl('gateway');
    const wrong = new URL(what === 'password' ? withPassword(right, 'not-the-secret') : right);
    if (what === 'port') wrong.port = '1';
    const bad = await start({ [dependency === 'NATS' ? 'NATS_URL' : 'DATABASE_URL']: wrong.href });
    await until('it says so twice', () => linesWith(bad, `cannot reach ${dependency}`).length >= 2, 12_000);
    // The newest lines: on a busy machine, the first may say that a connection took too long.
    const line = linesWith(bad, `cannot reach ${dependency}`).at(-1);
    expect(line).toMatchObject({ level: 40, dependency, address: wrong.host, reason: expect.stringMatching(why) });
    const missing = (): string[] => linesWith(bad, 'not ready').at(-1)?.missing ?? [];
    await until('it is not ready for this reason', () => missing().length === 1 && why.test(missing()[0] ?? ''), 6_000);
    expect(linesWith(bad, `cannot reach ${dependency}`).length).toBeLessThan(5);
    expect(await call(bad.port, '/readyz')).toMatchObject({
      status: 503,
      json: { status: 'not ready', missing: [dependency] },
    });
    expect(bad.lines.join()).not.toContain(wrong.password);
  });

  test('Redis is optional: a wrong password is a warning, and the gateway is ready', async () => {
    const admin = new URL(stack.redisUrl);
    const bad = await start({ REDIS_URL: withPassword(admin.href, 'not-the-secret') });
    await until('it says so', () => linesWith(bad, 'cannot reach Redis').length >= 1);
    expect(linesWith(bad, 'cannot reach Redis')[0]).toMatchObject({ level: 40, address: admin.host });
    await until('it is ready', async () => (await statusOf(bad)) === 200);
    expect(bad.lines.join()).not.toContain('not-the-secret');
  });
});

describe('a process is ready when the schema has all that it was built with', () => {
  const applied = 'gateway/migrations/001-gateway.sql';
  const newer = 'gateway/migrations/999-newer.sql';
  const applyNewer = async ({ adminUrl }: TestStack): Promise<void> => {
    const admin = postgres(adminUrl, { max: 1 });
    await admin`insert into gateway.applied_sql (name, checksum) values (${newer}, '')`;
    await admin.end();
  };

  test('not with an older schema: the missing migration is named', async () => {
    const early = await start({}, [applied, newer]);
    await until('it says so', () => linesWith(early, 'not ready').length > 0);
    expect(linesWith(early, 'not ready')[0].missing).toEqual([
      expect.stringMatching(/not applied.*: gateway\/migrations\/999-newer\.sql$/),
    ]);
    expect(await call(early.port, '/readyz')).toMatchObject({
      status: 503,
      json: { missing: [`migrations: ${newer}`] },
    });
    await applyNewer(stack);
    await until('it is ready', async () => (await statusOf(early)) === 200);
  });

  test('until then it answers no question: other replicas may be able to', async () => {
    const own = await startTestStack();
    const early = await startGateway(own, {}, [applied, newer]);
    const sales = connectMessaging({ url: own.natsUrl('sales'), process: 'sales', log: makeLogger('test', 'silent') });
    onTestFinished(async () => {
      await Promise.all([early.close(), sales.close()]);
      await own.stop();
    });
    const ask = () => sales.ask(findEmpresa, { empresa_id: randomUUID() }, callWithin(1_000)).catch(String);
    await until('it is connected', async () => (await call(early.port, '/readyz')).json.missing.length === 1);
    await until('nobody answers', async () => /no responders/i.test(String(await ask())));
    await applyNewer(own);
    await until('it answers', async () => typeof (await ask()) !== 'string');
  });

  test('also with a newer one: during a rollout old processes run on it', async () => {
    const old = await start({}, [applied]);
    await until('it is ready', async () => (await statusOf(old)) === 200);
  });

  test('not with the role of another service: it is named', async () => {
    const other = await start({ DATABASE_URL: stack.databaseUrl('sales') }, [applied]);
    await until('it says so', () => linesWith(other, 'not ready').length > 0);
    expect(linesWith(other, 'not ready')[0].missing).toEqual([
      expect.stringMatching(/role "sales" cannot see: .*001-/),
    ]);
    expect(await statusOf(other)).toBe(503);
  });
});

test('a process that is told to stop is not ready, and asks its callers to leave their connections', async () => {
  const stopping = await start({});
  await until('it is ready', async () => (await statusOf(stopping)) === 200);
  stopping.app.goingAway = true;
  const reply = await call(stopping.port, '/api/v1/sales', { agent: new Agent({ keepAlive: true }) });
  expect([reply.status, reply.headers.connection]).toEqual([401, 'close']);
  expect(await statusOf(stopping)).toBe(503);
});
