import { callWithin, type Trace } from '@representa/contracts';
import { Refused } from '@representa/queues';
import { observeCounter } from '@representa/telemetry';
import { LRUCache } from 'lru-cache';
import { empresaInactive, keyInvalid, keyMissing, tooManyRequests } from '../gateway.errors.ts';
import type { KeysRepository } from '../keys/keys.repository.ts';
import type { KeyHolder } from '../keys/keys.schemas.ts';
import { canBeKey, hashOf } from './api-key.ts';
import type { GuessLimit } from './guess-limit.ts';
import { type KeyCache, maxCachedMs } from './key-cache.ts';

interface Dependencies {
  keys: Pick<KeysRepository, 'findHolder'>;
  cache: KeyCache;
  guesses: GuessLimit;
  /** Keys that are invalid whatever the database says. */
  refusedKeys: ReadonlySet<string>;
}

/** Who sent the request, and the trace of it. A lookup for an address counts as a guess. */
export interface Sender extends Trace {
  address?: string;
}

export interface Authentication {
  /** Rejects with the caller's error. Does not wait for Redis or PostgreSQL when the key is in memory. */
  authenticate(key: string | undefined, sender: Sender): Promise<KeyHolder>;
  /** These keys have changed: drops them, and discards lookups of them that are under way. */
  invalidate(hashes: readonly string[]): void;
}

interface Known {
  holder: KeyHolder | null;
  /** When Redis or PostgreSQL gave this answer, by `performance.now()`. */
  readAt: number;
  /** PostgreSQL failed when this was to be refreshed. */
  unconfirmed: boolean;
}

const freshMs = 1_000;
/** Up to this age an answer is used while it is refreshed in the background. */
const staleMs = 2_000;
/** Up to this age the last answer serves while PostgreSQL is away. */
const keptMs = 600_000;
const lookupMs = 1_000;
const maxKeys = 10_000;

export const makeAuthentication = ({ keys, cache, guesses, refusedKeys }: Dependencies): Authentication => {
  const lookups = countLookups();
  // Read at each call: the library would keep the clock that it was loaded with, and tests set another.
  const clock = { ttlResolution: 0, perf: { now: () => performance.now() } };
  /** Redis may have missed that these keys have changed, and still have them as they were. */
  const changed = new LRUCache<string, true>({ max: maxKeys, ttl: maxCachedMs, ...clock });

  /** An address that asked for too many unknown keys has none looked up: its guesses then cost the database nothing. */
  const find = async (hash: string, signal: AbortSignal, { address, ...trace }: Sender): Promise<KeyHolder | null> => {
    if (address !== undefined && !guesses.take(address)) throw new Refused('guesses', 'caller', tooManyRequests());
    let holder: KeyHolder | null | undefined;
    try {
      const cached = changed.has(hash) ? undefined : await cache.get(hash, trace);
      if (cached) lookups.redis[cached.outcome] += 1;
      if (cached?.outcome === 'hit') holder = cached.holder;
      else {
        holder = await keys.findHolder({ ...trace, ...callWithin(lookupMs) }, hash);
        lookups.postgres[holder ? 'hit' : 'miss'] += 1;
        // Aborted: the key changed meanwhile, and this may be the state before.
        if (!signal.aborted) cache.put(hash, holder, trace);
      }
      return holder;
    } finally {
      // After an error it is unknown whether the key exists: not counted as a guess.
      if (address !== undefined && holder !== null) guesses.giveBack(address);
    }
  };

  const makeMemory = (): LRUCache<string, Known, Sender> =>
    new LRUCache({
      max: maxKeys,
      ttl: freshMs,
      ...clock,
      noDeleteOnStaleGet: true,
      noDeleteOnFetchRejection: true,
      // A lookup that `delete` discarded is still the answer to the requests that wait for it, but is not kept.
      ignoreFetchAbort: true,
      fetchMethod: async (hash, stale, { signal, context }) => {
        try {
          return { holder: await find(hash, signal, context), readAt: performance.now(), unconfirmed: false };
        } catch (error) {
          if (!stale || signal.aborted || performance.now() >= stale.readAt + keptMs) throw error;
          return { ...stale, unconfirmed: true };
        }
      },
    });
  const verifiedKeys = makeMemory();
  // Kept apart, so that guessed keys cannot push out real ones.
  const unverifiedKeys = makeMemory();

  const lookUp = async (hash: string, sender: Sender): Promise<KeyHolder> => {
    const known = (await unverifiedKeys.fetch(hash, { context: sender })) as Known;
    // A lookup that was discarded must not be kept: another may be under way.
    if (known.holder && unverifiedKeys.peek(hash) === known) {
      unverifiedKeys.delete(hash);
      verifiedKeys.set(hash, known);
    }
    return admit(known);
  };

  return {
    authenticate: async (key, sender) => {
      if (!key) throw keyMissing();
      if (!canBeKey(key) || refusedKeys.has(key)) throw keyInvalid();
      const hash = hashOf(key);
      const fresh = verifiedKeys.get(hash) ?? unverifiedKeys.get(hash);
      lookups.memory[fresh ? 'hit' : 'miss'] += 1;
      if (fresh) return admit(fresh);
      const stale = verifiedKeys.get(hash, { allowStale: true });
      if (!stale) return lookUp(hash, sender);
      const { address: _known, ...trace } = sender;
      const refresh = verifiedKeys.fetch(hash, { context: trace });
      const age = performance.now() - stale.readAt;
      // While PostgreSQL is away, nobody waits to see whether it is back.
      if (age >= (stale.unconfirmed ? keptMs : staleMs)) return admit((await refresh) as Known);
      refresh.catch(() => {});
      return admit(stale);
    },
    invalidate: (hashes) => {
      for (const hash of hashes) {
        changed.set(hash, true);
        verifiedKeys.delete(hash);
        unverifiedKeys.delete(hash);
      }
      // Redis was cleared before, but a lookup that had read the old state may have put it back since.
      cache.drop(hashes).catch(() => {});
    },
  };
};

const admit = ({ holder }: Known): KeyHolder => {
  if (!holder || (holder.expires_at !== null && holder.expires_at <= Date.now())) throw keyInvalid();
  if (!holder.ativa) throw empresaInactive();
  return holder;
};

/** Where keys were looked for, and whether they were there. */
const countLookups = () => {
  const counts = {
    memory: { hit: 0, miss: 0 },
    redis: { hit: 0, miss: 0, error: 0 },
    postgres: { hit: 0, miss: 0 },
  };
  for (const [layer, byOutcome] of Object.entries(counts)) {
    for (const outcome of Object.keys(byOutcome) as (keyof typeof byOutcome)[]) {
      observeCounter('key_cache.lookups', () => byOutcome[outcome], { layer, outcome });
    }
  }
  return counts;
};
