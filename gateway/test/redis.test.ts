import { type RedisServer, startRedis } from '@representa/local-stack';
import { startStopwatch, until } from '@representa/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type KeyCache, makeKeyCache } from '../src/authentication/key-cache.ts';
import { makeRateLimit } from '../src/rate-limit/rate-limit.ts';
import { makeRedisGcra } from '../src/rate-limit/redis-gcra.ts';
import { connectRedis, type RedisConnection } from '../src/redis.ts';

let server: RedisServer;
let redis: RedisConnection;
let cache: KeyCache;
let lines: string[];

const timeoutMs = 200;

beforeAll(async () => {
  server = await startRedis();
});
beforeEach(async () => {
  lines = [];
  const log = { info: write, warn: write, error: write };
  redis = connectRedis(server.url, log, timeoutMs);
  cache = makeKeyCache(redis);
  await until('it is connected', redis.isReady);
});
afterEach(() => redis.client.disconnect());
afterAll(() => server.stop());

const write = (_details: object, message: string): void => void lines.push(message);

describe('a Redis that hangs', () => {
  beforeEach(() => server.kill('SIGSTOP'));
  afterEach(() => server.kill('SIGCONT'));

  test('makes one request a second wait, for keys and limits together', async () => {
    const takeToken = makeRateLimit(makeRedisGcra(redis));
    expect(await cache.get('a')).toEqual({ outcome: 'error' });
    const begun = performance.now();
    const elapsedMs = startStopwatch();
    for (let count = 0; count < 5; count++) expect(await cache.get('a')).toEqual({ outcome: 'error' });
    expect(await takeToken('a company', { perSecond: 1, burst: 1 })).toMatchObject({ isAllowed: true });
    expect(elapsedMs()).toBeLessThan(timeoutMs);
    await until('it is asked again', redis.isReady, 2_000);
    expect(await cache.get('a')).toEqual({ outcome: 'error' });
    expect(performance.now() - begun).toBeGreaterThan(1_000);
  });

  test('is noticed by a write, too', async () => {
    cache.put('b', null);
    await until('it is not asked', () => !redis.isReady(), 2_000);
  });

  test('is logged, and that it answers again', async () => {
    await cache.get('a');
    expect(lines).toEqual(['cannot reach Redis']);
    await server.kill('SIGCONT');
    await until('it answers', async () => (await cache.get('a')).outcome === 'miss');
    expect(lines).toEqual(['cannot reach Redis', 'Redis is back']);
  });
});

test('a command that Redis refuses does not keep others from it', async () => {
  await expect(
    redis.run({}, 'EVALSHA', () =>
      redis.client.lpush('gateway:key:a', 'x').then(() => redis.client.get('gateway:key:a')),
    ),
  ).rejects.toThrow('WRONGTYPE');
  expect(redis.isReady()).toBe(true);
  expect(lines).toEqual([]);
  await cache.drop(['a']);
});

test('an entry is dropped even while Redis is not asked: a revoked key must not stay there', async () => {
  cache.put('a', null);
  await until('it is there', async () => (await cache.get('a')).outcome === 'hit');
  await redis.run({}, 'GET', () => Promise.reject(new Error('Command timed out'))).catch(() => {});
  expect(redis.isReady()).toBe(false);
  await cache.drop(['a']);
  expect(await redis.client.exists('gateway:key:a')).toBe(0);
});
