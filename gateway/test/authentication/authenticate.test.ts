import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { makeRecheckKey } from '../../src/admission.ts';
import { newApiKey } from '../../src/authentication/api-key.ts';
import { makeAuthentication } from '../../src/authentication/authenticate.ts';
import type { GuessLimit } from '../../src/authentication/guess-limit.ts';
import type { KeyCache } from '../../src/authentication/key-cache.ts';
import type { KeyHolder } from '../../src/keys/keys.schemas.ts';

const holder: KeyHolder = {
  key_id: 'k',
  prefix: 'rep_k',
  escopo: 'write',
  empresa_id: 'a',
  time_zone: 'America/Sao_Paulo',
  ativa: true,
  requisicoes_por_segundo: null,
  rajada: null,
  expires_at: null,
};
const inactive = { ...holder, ativa: false };

/** PostgreSQL whose answers the test gives one by one, and a Redis that remembers. */
const setUp = () => {
  const asked: { answer: (holder: KeyHolder | null) => void; fail: () => void }[] = [];
  const kept = new Map<string, KeyHolder | null>();
  let cacheAsked = 0;
  const cache: KeyCache = {
    get: async (hash) => {
      cacheAsked += 1;
      const holder = kept.get(hash);
      return holder === undefined ? { outcome: 'miss' } : { outcome: 'hit', holder };
    },
    put: (hash, found) => void kept.set(hash, found),
    drop: async (hashes) => {
      for (const hash of hashes) kept.delete(hash);
    },
  };
  const findHolder = () =>
    new Promise<KeyHolder | null>((answer, reject) => asked.push({ answer, fail: () => reject(new Error('away')) }));
  let guessed = 0;
  const guesses: GuessLimit = { take: () => ++guessed > 0, giveBack: () => {} };
  const authentication = makeAuthentication({ keys: { findHolder }, cache, guesses, refusedKeys: new Set() });
  return {
    ...authentication,
    authenticate: (key: string) => authentication.authenticate(key, { address: '127.0.0.1' }),
    recheckKey: makeRecheckKey(authentication.authenticate),
    guessed: () => guessed,
    asked,
    kept,
    cacheAsked: () => cacheAsked,
    askedTimes: (times: number) => vi.waitFor(() => expect(asked).toHaveLength(times)),
  };
};

/** The same, after it has told of a key. */
const known = async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const all = setUp();
  const key = newApiKey();
  const first = all.authenticate(key.text);
  await all.askedTimes(1);
  all.asked[0]?.answer(holder);
  await first;
  return { ...all, key };
};
const later = (ms: number) => vi.advanceTimersByTime(ms);

afterEach(() => void vi.useRealTimers());

describe('a change that is told while the key is looked up', () => {
  test('keeps the older answer out of every cache', async () => {
    const { authenticate, invalidate, asked, kept, askedTimes } = setUp();
    const key = newApiKey();
    const before = authenticate(key.text);
    await askedTimes(1);
    invalidate([key.hash]);
    asked[0]?.answer(holder);
    expect(await before).toEqual(holder);
    expect(kept.size).toBe(0);

    const after = authenticate(key.text);
    await askedTimes(2);
    asked[1]?.answer(null);
    await expect(after).rejects.toThrow('API key inválida');
  });

  test('clears Redis of an older answer that was put there before this gateway knew', async () => {
    const { invalidate, kept, key } = await known();
    expect(kept.get(key.hash)).toEqual(holder);
    invalidate([key.hash]);
    expect(kept.size).toBe(0);
  });

  test('is not hidden from those who ask after it', async () => {
    const { authenticate, invalidate, asked, askedTimes } = setUp();
    const key = newApiKey();
    const before = authenticate(key.text);
    await askedTimes(1);
    invalidate([key.hash]);
    const after = authenticate(key.text);
    await askedTimes(2);
    asked[1]?.answer(inactive);
    asked[0]?.answer(holder);
    await expect(after).rejects.toThrow('Empresa inativa');
    expect(await before).toEqual(holder);
    await expect(authenticate(key.text)).rejects.toThrow('Empresa inativa');
  });

  test('is not undone by a database that fails afterwards', async () => {
    const { authenticate, invalidate, asked, kept, askedTimes, key } = await known();
    kept.clear();
    later(2_100);
    const renewal = authenticate(key.text);
    await askedTimes(2);
    invalidate([key.hash]);
    asked[1]?.fail();
    await expect(renewal).rejects.toThrow('away');
  });

  test('is not hidden by the refresh of a stale answer', async () => {
    const { authenticate, invalidate, kept, asked, askedTimes, key } = await known();
    kept.clear();
    later(1_100);
    expect(await authenticate(key.text)).toEqual(holder);
    await askedTimes(2);
    invalidate([key.hash]);
    asked[1]?.answer(holder);
    const next = authenticate(key.text);
    await askedTimes(3);
    asked[2]?.answer(inactive);
    await expect(next).rejects.toThrow('Empresa inativa');
    expect(kept.get(key.hash)).toEqual(inactive);
  });
});

test('a change that Redis was not told of is not undone when Redis answers again', async () => {
  const { authenticate, invalidate, kept, asked, askedTimes, key } = await known();
  invalidate([key.hash]);
  const missed = () => kept.set(key.hash, holder);
  missed();
  const after = authenticate(key.text);
  await askedTimes(2);
  asked[1]?.answer(null);
  await expect(after).rejects.toThrow('API key inválida');
  // What PostgreSQL said replaces the old entry. Another gateway, which was not told either, may put it there once more.
  expect(kept.get(key.hash)).toBeNull();
  missed();
  later(59_000);
  const again = authenticate(key.text);
  await askedTimes(3);
  asked[2]?.answer(null);
  await expect(again).rejects.toThrow('API key inválida');

  later(5_000);
  const before = asked.length;
  await expect(authenticate(key.text)).rejects.toThrow('API key inválida');
  expect(asked).toHaveLength(before);
});

describe('a key in memory', () => {
  test('is used for a second without asking anybody', async () => {
    const { authenticate, key, cacheAsked } = await known();
    const before = cacheAsked();
    later(900);
    expect(await authenticate(key.text)).toEqual(holder);
    expect(cacheAsked()).toBe(before);
  });

  test('is then refreshed in the background while it is in use, so that nobody waits for Redis', async () => {
    const { authenticate, key, asked, cacheAsked } = await known();
    for (let refreshes = 1; refreshes < 4; refreshes++) {
      later(1_500);
      const before = cacheAsked();
      const answers = [authenticate(key.text), authenticate(key.text), authenticate(key.text)];
      expect(cacheAsked()).toBe(before + 1);
      expect(await Promise.all(answers)).toEqual([holder, holder, holder]);
      await turn();
    }
    expect(asked).toHaveLength(1);
  });

  test('is what Redis says after the refresh', async () => {
    const { authenticate, kept, key } = await known();
    kept.set(key.hash, inactive);
    later(1_500);
    expect(await authenticate(key.text)).toEqual(holder);
    await vi.waitFor(() => expect(authenticate(key.text)).rejects.toThrow('Empresa inativa'));
    kept.set(key.hash, null);
    later(1_500);
    await expect(authenticate(key.text)).rejects.toThrow('Empresa inativa');
    await vi.waitFor(() => expect(authenticate(key.text)).rejects.toThrow('API key inválida'));
  });

  test('is looked up again, and waited for, when nobody used it for two seconds', async () => {
    const { authenticate, kept, key } = await known();
    kept.set(key.hash, inactive);
    later(2_100);
    await expect(authenticate(key.text)).rejects.toThrow('Empresa inativa');
  });
});

describe('while PostgreSQL is away', () => {
  test('the last answer holds for ten minutes, and nobody waits for a second failure', async () => {
    const { authenticate, asked, kept, askedTimes, key } = await known();
    expect(await authenticate(key.text)).toEqual(holder);
    kept.clear();
    later(2_100);
    const renewal = authenticate(key.text);
    await askedTimes(2);
    asked[1]?.fail();
    expect(await renewal).toEqual(holder);
    expect(await authenticate(key.text)).toEqual(holder);
    later(2_100);
    expect(await authenticate(key.text)).toEqual(holder);
    expect(await authenticate(key.text)).toEqual(holder);
    await askedTimes(3);
    asked[2]?.fail();
    later(600_000);
    await vi.waitFor(async () => {
      const late = authenticate(key.text);
      asked.at(-1)?.fail();
      await expect(late).rejects.toThrow('away');
    });
  });

  test('it is noticed when it is back', async () => {
    const { authenticate, asked, kept, askedTimes, key } = await known();
    kept.clear();
    later(2_100);
    const renewal = authenticate(key.text);
    await askedTimes(2);
    asked[1]?.fail();
    await renewal;
    later(2_100);
    expect(await authenticate(key.text)).toEqual(holder);
    await askedTimes(3);
    asked[2]?.answer(inactive);
    await vi.waitFor(() => expect(authenticate(key.text)).rejects.toThrow('Empresa inativa'));
  });

  test('a key that nobody knows is not let in', async () => {
    const { authenticate, asked, askedTimes } = setUp();
    const first = authenticate(newApiKey().text);
    await askedTimes(1);
    asked[0]?.fail();
    await expect(first).rejects.toThrow('away');
  });
});

test('guesses do not push out what is known', async () => {
  const { authenticate, asked, askedTimes, key } = await known();
  const guesses = Array.from({ length: 10_001 }, (_, number) => authenticate(`rep_guess_${number}`));
  await askedTimes(10_002);
  for (const { answer } of asked.slice(1)) answer(null);
  await Promise.allSettled(guesses);
  expect(await authenticate(key.text)).toEqual(holder);
  expect(asked).toHaveLength(10_002);
});

test('a key that was admitted and is looked up again is no guess', async () => {
  const { recheckKey, invalidate, key, asked, askedTimes, guessed } = await known();
  invalidate([key.hash]);
  const before = guessed();
  const request = { method: 'GET', headers: { 'x-api-key': key.text }, address: '127.0.0.1', routeOptions: {} };
  const again = recheckKey(request as unknown as FastifyRequest);
  await askedTimes(2);
  asked[1]?.answer(holder);
  await again;
  expect(guessed()).toBe(before);
});
