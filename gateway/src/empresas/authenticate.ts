import { LRUCache } from 'lru-cache';
import { canBeKey, hashOf } from './api-key.ts';
import { countLookups } from './count-lookups.ts';
import { empresaInactive, keyInvalid, keyMissing } from './empresas.errors.ts';
import type { EmpresasRepository, KeyHolder } from './empresas.repository.ts';
import type { KeyCache } from './key-cache.ts';

interface Dependencies {
  empresas: Pick<EmpresasRepository, 'findKeyHolder'>;
  cache: KeyCache;
  /** Keys that are invalid whatever the database says. */
  refusedKeys: ReadonlySet<string>;
}

export interface Authentication {
  /** Throws, or rejects, with what the caller is to be told. At once when the answer is at hand. */
  authenticate(key: string | undefined): KeyHolder | Promise<KeyHolder>;
  /** From now on, these keys may mean something else. */
  forget(hashes: readonly string[]): void;
  /**
   * Renews the keys in use before they are asked for again, many at a time: one by one, when they are, was a tenth of all
   * that the gateway did. To be called every `renewEveryMs`. Never rejects.
   */
  renewUsed(): Promise<void>;
}

interface Known {
  hash: string;
  holder: KeyHolder | null;
  freshUntil: number;
  /** While PostgreSQL is away, the last answer holds until then. */
  keptUntil: number;
  /** PostgreSQL did not answer when this was to be renewed. */
  unconfirmed: boolean;
  /** When it was last asked for. */
  usedAt: number;
}

const freshMs = 2_000;
const keptMs = 600_000;
const lookupMs = 1_000;
const most = 10_000;
export const renewEveryMs = 500;
/** Up to here, a dozen renewals with others cost less than the lookup of one who asks again. */
const inUseMs = 15_000;
const mostAtOnce = 250;

export const makeAuthentication = ({ empresas, cache, refusedKeys }: Dependencies): Authentication => {
  // By the key's text, so that a known key costs no hashing. Apart, so that guessing cannot push out what is real.
  const holders = new LRUCache<string, Known>({ max: most });
  const strangers = new LRUCache<string, Known>({ max: most });
  const lookups = new Map<string, Promise<KeyHolder | null>>();
  let changes = 0;
  let isRenewing = false;
  const lookupsBy = countLookups();

  const askCache = async (hashes: readonly string[]): Promise<(KeyHolder | null | undefined)[]> => {
    const found = await cache.get(hashes);
    if (!found) lookupsBy.redis.error += hashes.length;
    for (const holder of found ?? []) lookupsBy.redis[holder === undefined ? 'miss' : 'hit'] += 1;
    return found ?? [];
  };

  const find = async (hash: string, changesBefore: number): Promise<KeyHolder | null> => {
    const [cached] = await askCache([hash]);
    if (cached !== undefined) return cached;
    const found = await empresas.findKeyHolder(hash, lookupMs);
    lookupsBy.postgres[found ? 'hit' : 'miss'] += 1;
    if (changes === changesBefore) cache.put(hash, found);
    return found;
  };

  const renew = async (key: string, known: Known | undefined): Promise<KeyHolder | null> => {
    const hash = known?.hash ?? hashOf(key);
    const changesBefore = changes;
    try {
      const holder = await find(hash, changesBefore);
      // What was read before a change was announced may be the state before it.
      if (changes === changesBefore) remember(key, hash, holder, Date.now());
      return holder;
    } catch (error) {
      const now = Date.now();
      if (!known || changes !== changesBefore || now >= known.keptUntil) throw error;
      known.freshUntil = now + freshMs;
      known.unconfirmed = true;
      return known.holder;
    }
  };

  const remember = (key: string, hash: string, holder: KeyHolder | null, usedAt: number): void => {
    const now = Date.now();
    const known = {
      hash,
      holder,
      freshUntil: now + freshMs,
      keptUntil: now + keptMs,
      unconfirmed: false,
      usedAt,
    };
    (holder ? holders : strangers).set(key, known);
    (holder ? strangers : holders).delete(key);
  };

  /** Whoever asks for the same key meanwhile waits for the same answer. */
  const lookUp = (key: string, known: Known | undefined): Promise<KeyHolder | null> => {
    const begun = lookups.get(key);
    if (begun) return begun;
    const lookup = renew(key, known).finally(() => {
      if (lookups.get(key) === lookup) lookups.delete(key);
    });
    lookups.set(key, lookup);
    return lookup;
  };

  /** What Redis does not know is left to whoever asks for it next. */
  const renewMany = async (keys: readonly (readonly [string, Known])[]): Promise<void> => {
    const found = await askCache(keys.map(([, { hash }]) => hash));
    for (const [i, [key, known]] of keys.entries()) {
      const holder = found[i];
      // Meanwhile it may have been forgotten, or renewed by somebody who asked.
      if (holder !== undefined && holders.peek(key) === known) remember(key, known.hash, holder, known.usedAt);
    }
  };

  return {
    authenticate: (key) => {
      if (!key) throw keyMissing();
      const known = holders.get(key) ?? strangers.get(key);
      const now = Date.now();
      const isFresh = known !== undefined && now < known.freshUntil;
      lookupsBy.memory[isFresh ? 'hit' : 'miss'] += 1;
      if (isFresh) {
        known.usedAt = now;
        return admit(known.holder);
      }
      if (!canBeKey(key) || refusedKeys.has(key)) throw keyInvalid();
      const lookup = lookUp(key, known);
      if (!known?.unconfirmed || Date.now() >= known.keptUntil) return lookup.then(admit);
      // PostgreSQL was away a moment ago: nobody waits to see whether it is back.
      lookup.catch(() => {});
      return admit(known.holder);
    },
    forget: (hashes) => {
      changes++;
      lookups.clear();
      const gone = new Set(hashes);
      for (const known of [holders, strangers]) {
        for (const [key, { hash }] of [...known.entries()]) if (gone.has(hash)) known.delete(key);
      }
      cache.drop(hashes).catch(() => {});
    },
    renewUsed: async () => {
      if (isRenewing) return;
      isRenewing = true;
      const now = Date.now();
      const isDue = ({ usedAt, freshUntil }: Known): boolean =>
        usedAt > now - inUseMs && freshUntil > now && freshUntil < now + 2 * renewEveryMs;
      const due = [...holders.entries()].filter(([, known]) => isDue(known));
      for (let at = 0; at < due.length; at += mostAtOnce) await renewMany(due.slice(at, at + mostAtOnce));
      isRenewing = false;
    },
  };
};

const admit = (holder: KeyHolder | null): KeyHolder => {
  if (!holder || (holder.expires_at !== null && holder.expires_at <= Date.now())) throw keyInvalid();
  if (!holder.ativa) throw empresaInactive();
  return holder;
};
