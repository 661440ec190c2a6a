import { LRUCache } from 'lru-cache';

export interface Limit {
  perSecond: number;
  /** How many may come at once after a pause. */
  burst: number;
}

export interface Grant {
  granted: number;
  /** How many more there are now. */
  left: number;
  /** The time until there is one more; 0 when there is one now. */
  waitMs: number;
}

/** The ids that are remembered; a forgotten one has its whole burst again. */
const maxIds = 10_000;

interface Gcra {
  take(id: string, limit: Limit, wanted: number): Grant;
  giveBack(id: string, limit: Limit): void;
}

/**
 * The generic cell rate algorithm, in this process. It remembers one number per id: when all that was taken will have been
 * refilled. redis-gcra.ts has the same in Lua.
 */
export const makeGcra = (): Gcra => {
  const refilledAt = new LRUCache<string, number>({ max: maxIds });
  return {
    take: (id, { perSecond, burst }, wanted) => {
      const now = performance.now();
      const interval = 1_000 / perSecond;
      const before = Math.max(refilledAt.get(id) ?? now, now);
      const free = Math.max(0, Math.floor((now + burst * interval - before) / interval + 1e-6));
      const granted = Math.min(wanted, free);
      const after = before + granted * interval;
      refilledAt.set(id, after);
      const waitMs = Math.max(0, Math.ceil(after + interval - now - burst * interval));
      return { granted, left: free - granted, waitMs };
    },
    giveBack: (id, { perSecond }) => {
      const at = refilledAt.get(id);
      if (at !== undefined) refilledAt.set(id, at - 1_000 / perSecond);
    },
  };
};
