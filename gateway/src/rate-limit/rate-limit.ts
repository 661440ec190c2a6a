import type { Trace } from '@representa/contracts';
import { LRUCache } from 'lru-cache';
import { type Limit, makeGcra } from './gcra.ts';
import type { TakeShared } from './redis-gcra.ts';

export interface Decision {
  isAllowed: boolean;
  /** How many more requests would be allowed now. */
  remaining: number;
  /** The time until one more is allowed. */
  waitMs: number;
}

/** Waits for Redis only when the tokens in this process are used up. */
export type TakeToken = (empresa_id: string, limit: Limit, trace?: Trace) => Promise<Decision>;

interface Bucket {
  /** Taken from the shared limit, not yet spent. */
  tokens: number;
  /** Unspent tokens are given up at this time: other gateways may need them, and kept ones would be a second burst. */
  expiresAt: number;
  /** Left in the shared limit when it was last asked. */
  left: number;
  /** No token is available before this moment, so the shared limit is not asked. */
  emptyUntil: number;
  waiting: number;
  refill: Promise<void> | undefined;
}

const emptyBucket = (): Bucket => ({
  tokens: 0,
  expiresAt: 0,
  left: 0,
  emptyUntil: 0,
  waiting: 0,
  refill: undefined,
});

const most = 10_000;
const keptMs = 10_000;
/** An empty limit is not asked again for at least this time. So a company above its limit costs Redis 50 commands a second. */
const leastPauseMs = 20;
/** Redis is not asked for this time after an error. */
const awayMs = 1_000;

/** Tokens are taken for a tenth of a second, so that most requests cost no round trip. */
const blockOf = ({ perSecond, burst }: Limit): number => Math.max(1, Math.min(burst, Math.ceil(perSecond / 10)));

/** Limits that all gateways share; while Redis is away, each gateway has them for itself. */
export const makeRateLimit = (takeShared: TakeShared): TakeToken => {
  const buckets = new LRUCache<string, Bucket>({ max: most });
  const local = makeGcra();
  let awayUntil = 0;

  const take: TakeShared = async (id, limit, wanted, trace) => {
    if (performance.now() < awayUntil) return local.take(id, limit, wanted);
    try {
      return await takeShared(id, limit, wanted, trace);
    } catch {
      awayUntil = performance.now() + awayMs;
      return local.take(id, limit, wanted);
    }
  };

  const refill = (id: string, limit: Limit, bucket: Bucket, trace: Trace): Promise<void> => {
    const fetch = async (): Promise<void> => {
      const wanted = Math.min(limit.burst, blockOf(limit) + bucket.waiting);
      const { granted, left, waitMs } = await take(id, limit, wanted, trace);
      const now = performance.now();
      bucket.tokens += granted;
      bucket.left = left;
      bucket.expiresAt = now + keptMs;
      if (granted < wanted) bucket.emptyUntil = now + Math.max(leastPauseMs, waitMs);
      bucket.refill = undefined;
    };
    bucket.refill ??= fetch();
    return bucket.refill;
  };

  const spend = (id: string, limit: Limit, bucket: Bucket, trace: Trace): Decision | undefined => {
    const now = performance.now();
    if (now > bucket.expiresAt) bucket.tokens = 0;
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1;
      const isLow = bucket.tokens < blockOf(limit) / 2;
      if (isLow && now >= bucket.emptyUntil) void refill(id, limit, bucket, trace);
      return { isAllowed: true, remaining: bucket.tokens + bucket.left, waitMs: 0 };
    }
    if (now >= bucket.emptyUntil) return undefined;
    return { isAllowed: false, remaining: 0, waitMs: bucket.emptyUntil - now };
  };

  const spendWhenRefilled = async (id: string, limit: Limit, bucket: Bucket, trace: Trace): Promise<Decision> => {
    bucket.waiting += 1;
    try {
      for (;;) {
        await refill(id, limit, bucket, trace);
        const decision = spend(id, limit, bucket, trace);
        if (decision) return decision;
      }
    } finally {
      bucket.waiting -= 1;
    }
  };

  return async (empresa_id, limit, trace = {}) => {
    // The id contains the limit: tokens that were taken under an old limit do not count under a new one.
    const id = `${empresa_id}:${limit.perSecond}:${limit.burst}`;
    let bucket = buckets.get(id);
    if (!bucket) {
      bucket = emptyBucket();
      buckets.set(id, bucket);
    }
    return spend(id, limit, bucket, trace) ?? spendWhenRefilled(id, limit, bucket, trace);
  };
};
