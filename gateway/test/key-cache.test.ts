import type { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeKeyCache } from '../src/authentication/key-cache.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** A Redis that fails every command, as one that hangs does after its timeout. */
const failing = () => {
  let asked = 0;
  const fail = async (): Promise<never> => {
    asked += 1;
    throw new Error('Command timed out');
  };
  const redis = { status: 'ready', get: fail, set: fail, del: fail } as unknown as Redis;
  return { cache: makeKeyCache(redis), asked: () => asked };
};

test('after an error Redis is not asked for a second', async () => {
  const { cache, asked } = failing();
  expect(await cache.get('a')).toEqual({ outcome: 'error' });
  for (let count = 0; count < 5; count++) expect(await cache.get('a')).toEqual({ outcome: 'error' });
  cache.put('a', null);
  expect(asked()).toBe(1);
  vi.advanceTimersByTime(1_001);
  expect(await cache.get('a')).toEqual({ outcome: 'error' });
  expect(asked()).toBe(2);
});

test('nor after an error in writing', async () => {
  const { cache, asked } = failing();
  cache.put('a', null);
  await vi.waitFor(() => expect(asked()).toBe(1));
  expect(await cache.get('a')).toEqual({ outcome: 'error' });
  expect(asked()).toBe(1);
});
