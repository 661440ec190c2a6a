import type { Trace } from '@representa/contracts';
import type { Limit } from './gcra.ts';
import type { TakeShared } from './redis-gcra.ts';

export interface Decision {
  isAllowed: boolean;
  /** How many more requests would be allowed now. */
  remaining: number;
  /** The time until one more is allowed. */
  waitMs: number;
}

/** Takes one of a company's tokens in this process. Waits for Redis only when they are used up. */
export type Bucket = (trace: Trace) => Promise<Decision>;

const keptMs = 10_000;
/** An empty limit is not asked again for at least this time. So a company above its limit costs Redis 50 commands a second. */
const minPauseMs = 20;

/**
 * Tokens are taken for a tenth of a second, so that most requests cost no round trip. At most a tenth of the burst, because other
 * gateways cannot have them. Of a small limit, a request takes its own token only.
 */
const blockOf = ({ perSecond, burst }: Limit): number => {
  const block = Math.floor(Math.min(perSecond, burst) / 10);
  return block > 1 ? block : 0;
};

/** `id` is the name of the limit in Redis. `take`, which must not reject, takes tokens from the limit that all gateways share. */
export const makeBucket = (id: string, limit: Limit, take: TakeShared): Bucket => {
  const block = blockOf(limit);
  /** Taken from the shared limit, not yet spent. */
  let tokens = 0;
  /** Unspent tokens are given up at this time: other gateways may need them, and kept ones would be a second burst. */
  let expiresAt = 0;
  /** Left in the shared limit when it was last asked. */
  let leftShared = 0;
  /** No token is available before this moment, so the shared limit is not asked. */
  let emptyUntil = 0;
  /** Requests that wait for the refill. */
  let waiting = 0;
  let refilling: Promise<void> | undefined;

  const refill = async (trace: Trace): Promise<void> => {
    const wanted = Math.min(limit.burst, block + waiting);
    const { granted, left, waitMs } = await take(id, limit, wanted, trace);
    const now = performance.now();
    tokens += granted;
    leftShared = left;
    expiresAt = now + keptMs;
    if (granted < wanted) emptyUntil = now + Math.max(minPauseMs, waitMs);
    refilling = undefined;
  };

  /** At most one refill is under way. Its span belongs to the request that began it. */
  const refillOnce = (trace: Trace): Promise<void> => {
    refilling ??= refill(trace);
    return refilling;
  };

  /** Undefined: the bucket must be refilled first. */
  const spend = (trace: Trace): Decision | undefined => {
    const now = performance.now();
    if (now > expiresAt) tokens = 0;
    if (tokens >= 1) {
      tokens -= 1;
      const isLow = tokens < block / 2;
      if (isLow && now >= emptyUntil) void refillOnce(trace);
      return { isAllowed: true, remaining: tokens + leftShared, waitMs: 0 };
    }
    if (now >= emptyUntil) return undefined;
    return { isAllowed: false, remaining: 0, waitMs: emptyUntil - now };
  };

  const spendAfterRefill = async (trace: Trace): Promise<Decision> => {
    waiting += 1;
    try {
      for (;;) {
        await refillOnce(trace);
        const decision = spend(trace);
        if (decision) return decision;
      }
    } finally {
      waiting -= 1;
    }
  };

  return async (trace) => spend(trace) ?? spendAfterRefill(trace);
};
