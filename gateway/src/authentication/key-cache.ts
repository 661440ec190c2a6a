import type { Trace } from '@representa/contracts';
import type { Redis } from 'ioredis';
import { observeCommand } from '../redis.ts';
import { type KeyHolder, keyHolder } from './key-holder.ts';

/** A hit with a null holder: there is no such key. */
type CachedKey = { outcome: 'hit'; holder: KeyHolder | null } | { outcome: 'miss' } | { outcome: 'error' };

/** The replicas' shared cache of keys, in Redis. No request fails when Redis is away. */
export interface KeyCache {
  get(hash: string, trace?: Trace): Promise<CachedKey>;
  put(hash: string, holder: KeyHolder | null, trace?: Trace): void;
  /** Rejects when the entries may still be there. */
  drop(hashes: readonly string[], trace?: Trace): Promise<void>;
}

const secondsKept = { holder: 60, nobody: 5 };
const pauseMs = 1_000;

/** An entry that cannot be read is a miss, and is overwritten. */
const read = (text: string | null): CachedKey => {
  if (text === null) return { outcome: 'miss' };
  try {
    return { outcome: 'hit', holder: keyHolder.nullable().parse(JSON.parse(text)) };
  } catch {
    return { outcome: 'miss' };
  }
};

const nameOf = (hash: string): string => `gateway:key:${hash}`;

export const makeKeyCache = (redis: Redis): KeyCache => {
  // After an error Redis is not asked for a second: while it hangs, one request a second waits for the timeout.
  let pausedUntil = 0;
  const pause = (): void => {
    pausedUntil = performance.now() + pauseMs;
  };
  const isPaused = (): boolean => redis.status !== 'ready' || performance.now() < pausedUntil;

  return {
    get: async (hash, trace = {}) => {
      if (isPaused()) return { outcome: 'error' };
      try {
        return read(await observeCommand(redis, trace, 'GET', () => redis.get(nameOf(hash))));
      } catch {
        pause();
        return { outcome: 'error' };
      }
    },
    put: (hash, holder, trace = {}) => {
      if (isPaused()) return;
      const seconds = holder ? secondsKept.holder : secondsKept.nobody;
      const write = () => redis.set(nameOf(hash), JSON.stringify(holder), 'EX', seconds);
      observeCommand(redis, trace, 'SET', write).catch(pause);
    },
    drop: async (hashes, trace = {}) => {
      if (hashes.length > 0) await observeCommand(redis, trace, 'DEL', () => redis.del(hashes.map(nameOf)));
    },
  };
};
