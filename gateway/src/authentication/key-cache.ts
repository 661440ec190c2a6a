import type { Trace } from '@representa/contracts';
import { type KeyHolder, keyHolder } from '../keys/keys.schemas.ts';
import type { RedisConnection } from '../redis.ts';

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
/** No entry is older. A lookup that began before a change may write one a little later. */
export const maxCachedMs = (secondsKept.holder + 2) * 1_000;

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

export const makeKeyCache = ({ client, isReady, run }: RedisConnection): KeyCache => ({
  get: async (hash, trace = {}) => {
    if (!isReady()) return { outcome: 'error' };
    try {
      return read(await run(trace, 'GET', () => client.get(nameOf(hash))));
    } catch {
      return { outcome: 'error' };
    }
  },
  put: (hash, holder, trace = {}) => {
    if (!isReady()) return;
    const seconds = holder ? secondsKept.holder : secondsKept.nobody;
    run(trace, 'SET', () => client.set(nameOf(hash), JSON.stringify(holder), 'EX', seconds)).catch(() => {});
  },
  drop: async (hashes, trace = {}) => {
    await run(trace, 'DEL', () => client.del(hashes.map(nameOf)));
  },
});
