import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { KeyHolder } from './empresas.repository.ts';

/** What all replicas of the gateway know of a key. It may be away at any time, and nothing fails when it is. */
export interface KeyCache {
  /** In the same order. Null: there is no such key. Undefined: not known here; instead of them all, it did not answer. */
  get(hashes: readonly string[]): Promise<(KeyHolder | null | undefined)[] | undefined>;
  put(hash: string, holder: KeyHolder | null): void;
  /** Rejects when the entries may still be there. */
  drop(hashes: readonly string[]): Promise<void>;
}

const secondsKept = { holder: 60, nobody: 5 };
const pauseMs = 1_000;

const entry = z.union([
  z.object({ empresa_id: z.string(), time_zone: z.string(), ativa: z.boolean(), expires_at: z.number().nullable() }),
  z.null(),
]);

/** One that cannot be read is not known; it is written anew. */
const read = (text: string | null): KeyHolder | null | undefined => {
  try {
    return text === null ? undefined : entry.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};

const nameOf = (hash: string): string => `gateway:key:${hash}`;

export const makeKeyCache = (redis: Redis): KeyCache => {
  // A Redis that hangs costs one request in a second its time limit, not every one.
  let pausedUntil = 0;
  const pause = (): undefined => {
    pausedUntil = performance.now() + pauseMs;
  };
  const isPaused = (): boolean => redis.status !== 'ready' || performance.now() < pausedUntil;

  return {
    get: async (hashes) => {
      if (isPaused()) return undefined;
      try {
        const texts = await redis.mget(hashes.map(nameOf));
        return texts.map(read);
      } catch {
        return pause();
      }
    },
    put: (hash, holder) => {
      if (isPaused()) return;
      const seconds = holder ? secondsKept.holder : secondsKept.nobody;
      redis.set(nameOf(hash), JSON.stringify(holder), 'EX', seconds).catch(pause);
    },
    drop: async (hashes) => {
      if (hashes.length > 0) await redis.del(hashes.map(nameOf));
    },
  };
};
