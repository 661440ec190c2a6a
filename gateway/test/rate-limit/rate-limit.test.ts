import { setTimeout as delay } from 'node:timers/promises';
import { silentLog } from '@representa/telemetry';
import { type TestStack, until } from '@representa/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { networkOf, withoutPort } from '../../src/addresses.ts';
import { newApiKey } from '../../src/authentication/api-key.ts';
import { makeAuthentication } from '../../src/authentication/authenticate.ts';
import { makeGuessLimit } from '../../src/authentication/guess-limit.ts';
import type { KeyCache } from '../../src/authentication/key-cache.ts';
import type { KeyHolder } from '../../src/keys/keys.schemas.ts';
import { makeGcra } from '../../src/rate-limit/gcra.ts';
import { makeLimitOf, makeRateLimit } from '../../src/rate-limit/rate-limit.ts';
import { makeRedisGcra } from '../../src/rate-limit/redis-gcra.ts';
import { connectRedis } from '../../src/redis.ts';
import { createEmpresa, type Gateway, startGateway, type TestEmpresa } from '../gateway.ts';
import { call } from '../http.ts';
import { startTwoGateways } from '../system.ts';
import type { TestUpstream } from '../upstream.ts';

let stop: () => Promise<void>;
let stack: TestStack;
let upstream: TestUpstream;
let gateways: [Gateway, Gateway];
let make: () => Promise<TestEmpresa>;

beforeAll(async () => {
  const system = await startTwoGateways({ RATE_LIMIT: 2, RATE_BURST: 40 });
  ({ stack, upstream, gateways, stop } = system);
  make = () => createEmpresa(system.empresas);
});
afterAll(() => stop());
afterEach(() => void vi.useRealTimers());

const ask = ({ port }: Gateway, { key }: Pick<TestEmpresa, 'key'>) => call(port, '/api/v1/sales', { key });
/** On a busy machine the service may answer too late: such a request was allowed too. */
const allowed = (replies: { status: number }[]): number => replies.filter(({ status }) => status !== 429).length;

test('all gateways share a company’s limit; the others notice nothing', async () => {
  /** When Redis does not answer in time on a busy machine, each gateway limits by itself: then it is no test of what they share. */
  const redisLines = () => gateways.map(({ lines }) => lines.filter((line) => line.includes('"dependency":"Redis"')));
  const isThere = (): boolean => redisLines().every((lines) => lines.at(-1)?.includes('cannot reach') !== true);
  const askMuch = async () => {
    const [before, wasThere, one] = [redisLines().flat().length, isThere(), await make()];
    const begun = performance.now();
    const replies = await Promise.all(
      Array.from({ length: 120 }, (_, count) => ask(gateways[count % 2] as Gateway, one)),
    );
    const refilled = Math.ceil(((performance.now() - begun) / 1_000) * 2);
    return { one, replies, refilled, isShared: wasThere && redisLines().flat().length === before };
  };
  let { one, replies, refilled, isShared } = await askMuch();
  while (!isShared) ({ one, replies, refilled, isShared } = await askMuch());
  expect(allowed(replies)).toBeGreaterThanOrEqual(36);
  expect(allowed(replies)).toBeLessThanOrEqual(40 + refilled);
  const other = await make();
  expect((await ask(gateways[0], other)).status).toBe(200);
  const refused = replies.find(({ status }) => status === 429);
  expect(refused?.json).toEqual({ error: 'Limite de requisições excedido' });
  expect(refused?.headers).toMatchObject({
    'retry-after': '1',
    'ratelimit-policy': '"default";q=40;w=20',
    ratelimit: '"default";r=0;t=1',
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': expect.any(String),
  });
  await until('it may ask again', async () => (await ask(gateways[0], one)).status === 200);
});

test('an allowed request is told how many more there may be', async () => {
  const one = await make();
  const { headers } = await ask(gateways[0], one);
  expect(headers['ratelimit-policy']).toBe('"default";q=40;w=20');
  expect(headers.ratelimit).toBe('"default";r=39;t=1');
});

test('under a new limit, what was taken under the old one does not count', async () => {
  const redis = connectRedis(stack.redisUrl, silentLog);
  await until('Redis is there', redis.isReady);
  const take = makeRateLimit(makeRedisGcra(redis));
  const takeMany = async (limit: { perSecond: number; burst: number }, times: number): Promise<number> => {
    let granted = 0;
    for (let i = 0; i < times; i++) granted += Number((await take('changed', limit)).isAllowed);
    return granted;
  };
  expect(await takeMany({ perSecond: 1, burst: 120 }, 130)).toBeLessThan(130);
  expect(await takeMany({ perSecond: 100, burst: 200 }, 50)).toBe(50);
  expect(await takeMany({ perSecond: 1, burst: 1 }, 20)).toBeLessThan(5);
  redis.client.disconnect();
});

test('while Redis is away, each gateway limits by itself; afterwards they share again', async () => {
  /** How many of 120 requests, half of them at each gateway, were allowed beyond those that time alone allows. */
  const allowedOfBurst = async (limits: number): Promise<number> => {
    const one = await make();
    const begun = performance.now();
    const replies = await Promise.all(
      Array.from({ length: 120 }, (_, count) => ask(gateways[count % 2] as Gateway, one)),
    );
    return allowed(replies) - limits * Math.ceil(((performance.now() - begun) / 1_000) * 2);
  };
  await stack.redis.stop();
  try {
    // The first ones find out that Redis is away.
    await allowedOfBurst(2);
    const beyond = await allowedOfBurst(2);
    expect(beyond).toBeGreaterThan(60);
    expect(beyond).toBeLessThanOrEqual(2 * 40);
  } finally {
    await stack.redis.start();
  }
  await until('both share again', async () => (await allowedOfBurst(1)) <= 40);
});

test('most requests cost no round trip', async () => {
  const redis = connectRedis(stack.redisUrl, silentLog);
  await until('Redis answers', redis.isReady);
  const takeShared = makeRedisGcra(redis);
  let trips = 0;
  const take = makeRateLimit((...args) => {
    trips += 1;
    return takeShared(...args);
  });
  let waits = 0;
  for (let count = 0; count < 300; count++) {
    let isWaiting = true;
    const decision = take('a company', { perSecond: 200, burst: 400 }).finally(() => {
      isWaiting = false;
    });
    // An answer that does not wait for Redis is there before any input or output.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    if (isWaiting) waits += 1;
    expect((await decision).isAllowed).toBe(true);
    await delay(0);
  }
  expect(trips).toBeLessThan(45);
  expect(waits).toBeLessThan(15);
  redis.client.disconnect();
});

test('no gateway keeps tokens of a small limit from the others', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const shared = makeGcra();
  const takers = Array.from({ length: 4 }, () =>
    makeRateLimit(async (id, limit, wanted) => shared.take(id, limit, wanted)),
  );
  const [first] = takers;
  let granted = 0;
  for (const take of [...takers, ...Array.from({ length: 8 }, () => first)])
    granted += Number((await take?.('a company', { perSecond: 5, burst: 10 }))?.isAllowed);
  expect(granted).toBe(10);
});

describe('GCRA', () => {
  const limit = { perSecond: 10, burst: 5 };

  test('allows the burst at once, then one per interval', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { take, giveBack } = makeGcra();
    expect(take('a', limit, 3)).toEqual({ granted: 3, left: 2, waitMs: 0 });
    expect(take('a', limit, 3)).toEqual({ granted: 2, left: 0, waitMs: 100 });
    expect(take('b', limit, 1).granted).toBe(1);
    vi.advanceTimersByTime(99);
    expect(take('a', limit, 1)).toMatchObject({ granted: 0, waitMs: 1 });
    vi.advanceTimersByTime(1);
    expect(take('a', limit, 1).granted).toBe(1);
    giveBack('a', limit);
    expect(take('a', limit, 9).granted).toBe(1);
    vi.advanceTimersByTime(60_000);
    expect(take('a', limit, 9).granted).toBe(5);
  });

  test('gives the same in Redis', async () => {
    const redis = connectRedis(stack.redisUrl, silentLog);
    await until('Redis answers', redis.isReady);
    const take = makeRedisGcra(redis);
    const slow = { perSecond: 1, burst: 5 };
    expect(await take('gcra', slow, 3)).toEqual({ granted: 3, left: 2, waitMs: 0 });
    expect(await take('gcra', slow, 3)).toMatchObject({ granted: 2, left: 0 });
    const { granted, waitMs } = await take('gcra', slow, 1);
    expect(granted).toBe(0);
    expect(waitMs).toBeGreaterThan(500);
    expect(waitMs).toBeLessThanOrEqual(1_000);
    expect(await redis.client.pttl('gateway:rate:gcra')).toBeLessThanOrEqual(6_000);
    redis.client.disconnect();
  });
});

test.each([
  [200, 400, null, null, { perSecond: 200, burst: 400 }],
  [200, 400, 50, null, { perSecond: 50, burst: 100 }],
  [200, 400, 50, 70, { perSecond: 50, burst: 70 }],
  [200, 400, null, 10, { perSecond: 200, burst: 10 }],
  [0, 400, null, null, undefined],
  [0, 400, null, 10, undefined],
  [0, 400, 5, null, { perSecond: 5, burst: 10 }],
])('RATE_LIMIT %j and RATE_BURST %j with %j and %j of a company', (RATE_LIMIT, RATE_BURST, own, rajada, expected) => {
  expect(makeLimitOf({ RATE_LIMIT, RATE_BURST })({ requisicoes_por_segundo: own, rajada })).toEqual(expected);
});

describe('guessing keys', () => {
  /** Many at once, without sockets: a limit that refills while they are sent would be another test. */
  const guess = async (to: Gateway, headers: (count: number) => Record<string, string> = () => ({})) =>
    Promise.all(
      Array.from({ length: 300 }, (_, count) =>
        to.app.inject({ url: '/api/v1/sales', headers: { 'x-api-key': newApiKey().text, ...headers(count) } }),
      ),
    );

  test('costs the database next to nothing, and nobody else notices', async () => {
    const empresa = await make();
    const own = await startGateway(stack, { SALES_URL: [upstream.url] });
    expect((await ask(own, empresa)).status).toBe(200);
    const [begun, before] = [performance.now(), own.lookups()];
    const refused = (await guess(own)).filter(({ statusCode }) => statusCode === 429);
    expect(own.lookups() - before).toBeLessThanOrEqual(101 + ((performance.now() - begun) / 1_000) * 10);
    expect(refused.length).toBeGreaterThan(100);
    expect(refused[0]?.json()).toEqual({ error: 'Limite de requisições excedido' });
    expect(refused[0]?.headers['retry-after']).toBe('1');
    expect((await ask(own, empresa)).status).toBe(200);
    await own.close();
  });

  test('a mistyped key is not looked up at all', async () => {
    const [gateway] = gateways;
    const empresa = await make();
    const before = gateway.lookups();
    const mistyped = `${empresa.key.slice(0, 20)}${empresa.key[20] === 'x' ? 'y' : 'x'}${empresa.key.slice(21)}`;
    expect((await ask(gateway, { key: mistyped })).json).toEqual({ error: 'API key inválida' });
    expect(gateway.lookups()).toBe(before);
  });

  test('addresses are told apart by a trusted proxy, and by nobody else', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': `198.51.100.1, ${address}` });
    const limited = (replies: { statusCode: number }[]) => replies.some(({ statusCode }) => statusCode === 429);
    const trusting = await startGateway(stack, { TRUSTED_PROXIES: ['127.0.0.0/8'] });
    expect(limited(await guess(trusting, () => from('203.0.113.7')))).toBe(true);
    expect(limited(await guess(trusting, (count) => from(`203.0.113.8:${count + 1}`)))).toBe(true);
    expect(limited(await guess(trusting, (count) => from(`203.${count >> 8}.${count & 255}.8`)))).toBe(false);
    // No address: these count as the proxy's.
    expect(limited(await guess(trusting, (count) => from(`caller-${count}`)))).toBe(true);
    await trusting.close();

    const wary = await startGateway(stack);
    expect(limited(await guess(wary, (count) => from(`203.${count >> 8}.${count & 255}.8`)))).toBe(true);
    await wary.close();
  });

  test('a customer with 65,536 networks of IPv6 is limited as a whole', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { take, giveBack } = makeGuessLimit();
    const taken = (site: string) =>
      Array.from({ length: 1_200 }, (_, network) => take(`${site}:${network.toString(16)}::1`)).filter(Boolean).length;
    expect([taken('2001:db8:7'), taken('2001:db8:8')]).toEqual([500, 500]);
    vi.advanceTimersByTime(1_000);
    expect(taken('2001:db8:7')).toBe(50);
    // What the site was refused did not cost the network: it has its whole burst.
    vi.advanceTimersByTime(60_000);
    giveBack('2001:db8:7:1::1');
    const ofNetwork = Array.from({ length: 200 }, () => take('2001:db8:7:1::1'));
    expect(ofNetwork.filter(Boolean)).toHaveLength(100);
    expect(take('2001:db8:7:2::1')).toBe(true);
  });

  test('a guess that a site is refused costs its network nothing', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { take } = makeGuessLimit();
    for (let count = 0; count < 500; count++) take(`2001:db8:7:${count.toString(16)}::1`);
    for (let count = 0; count < 150; count++) expect(take('2001:db8:7:ffff::1')).toBe(false);
    vi.advanceTimersByTime(2_000);
    const later = Array.from({ length: 150 }, () => take('2001:db8:7:ffff::1'));
    expect(later.filter(Boolean)).toHaveLength(100);
  });

  test('a key that is found is no guess: one address may have any number of them looked up', async () => {
    const holder = { empresa_id: 'a', ativa: true, expires_at: null } as unknown as KeyHolder;
    let isAway = false;
    const { authenticate } = makeAuthentication({
      keys: {
        findHolder: async () => {
          if (isAway) throw new Error('away');
          return holder;
        },
      },
      cache: { get: async () => ({ outcome: 'miss' }), put: () => {}, drop: async () => {} } as unknown as KeyCache,
      guesses: makeGuessLimit(),
      refusedKeys: new Set(),
    });
    const ask = () => authenticate(newApiKey().text, { address: '203.0.113.7' });
    for (let count = 0; count < 300; count++) expect(await ask()).toBe(holder);
    isAway = true;
    for (let count = 0; count < 300; count++) await expect(ask()).rejects.toThrow('away');
  });

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('%s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test.each([
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8::6]:4711', '2001:db8::6'],
    ['[2001:db8::6]', '2001:db8::6'],
    ['2001:db8::6', '2001:db8::6'],
    ['unknown', undefined],
    ['999.1.1.1', undefined],
  ])('%s is the address %s', (forwarded, address) => {
    expect(withoutPort(forwarded)).toBe(address);
  });
});
