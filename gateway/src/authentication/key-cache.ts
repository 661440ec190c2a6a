import type { Trace } from '@representa/contracts';
import type { Redis } from 'ioredis';
import { observeCommand } from '../redis.ts';
import { type KeyHolder, keyHolder } from './key-holder.ts';

/** The replicas' shared cache of keys, in Redis. No request fails when Redis is away. */
export interface KeyCache {
  /** Null: there is no such key. Undefined: not in the cache. */
  get(hash: string, trace?: Trace): Promise<KeyHolder | null | undefined | 'unavailable'>;
  put(hash: string, holder: KeyHolder | null, trace?: Trace): void;
  /** Rejects when the entries may still be there. */
  drop(hashes: readonly string[], trace?: Trace): Promise<void>;
}

const secondsKept = { holder: 60, nobody: 5 };
const pauseMs = 1_000;

/** An entry that cannot be read counts as missing, and is overwritten. */
const read = (text: string | null): KeyHolder | null | undefined => {
  try {
    return text === null ? undefined : keyHolder.nullable().parse(JSON.parse(text));
  } catch {
    return undefined;
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
      if (isPaused()) return 'unavailable';
      try {
        return read(await observeCommand(redis, trace, 'GET', () => redis.get(nameOf(hash))));
      } catch {
        pause();
        return 'unavailable';
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
