import type { Trace } from '@representa/contracts';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { KeyHolder } from '../keys/keys.schemas.ts';
import { type Bucket, type Decision, makeBucket } from './bucket.ts';
import { type Limit, makeGcra } from './gcra.ts';
import type { TakeShared } from './redis-gcra.ts';

/** The most that a company's own limit and the default limit may be. Migration 001-gateway.sql has the same numbers. */
export const maxRate = 100_000;
export const maxBurst = 1_000_000;

type Limited = Pick<KeyHolder, 'requisicoes_por_segundo' | 'rajada'>;

/** The company's own limit, or the default one; undefined when there is none. A company's own rate has a burst of two seconds. */
export const makeLimitOf = ({ RATE_LIMIT, RATE_BURST }: { RATE_LIMIT: number; RATE_BURST: number }) => {
  const defaultLimit: Limit | undefined = RATE_LIMIT > 0 ? { perSecond: RATE_LIMIT, burst: RATE_BURST } : undefined;
  return ({ requisicoes_por_segundo, rajada }: Limited): Limit | undefined => {
    if (requisicoes_por_segundo !== null)
      return { perSecond: requisicoes_por_segundo, burst: rajada ?? 2 * requisicoes_por_segundo };
    return defaultLimit && rajada !== null ? { ...defaultLimit, burst: rajada } : defaultLimit;
  };
};

export type TakeToken = (empresa_id: string, limit: Limit, trace?: Trace) => Promise<Decision>;

const maxBuckets = 10_000;

/** Limits that all gateways share; while Redis is away, each gateway has them for itself. */
export const makeRateLimit = (takeShared: TakeShared): TakeToken => {
  const buckets = new LRUCache<string, Bucket>({ max: maxBuckets });
  const local = makeGcra();
  const take: TakeShared = (id, limit, wanted, trace) =>
    takeShared(id, limit, wanted, trace).catch(() => local.take(id, limit, wanted));

  return (empresa_id, limit, trace = {}) => {
    // The id contains the limit: tokens that were taken under an old limit do not count under a new one.
    const id = `${empresa_id}:${limit.perSecond}:${limit.burst}`;
    let bucket = buckets.get(id);
    if (!bucket) {
      bucket = makeBucket(id, limit, take);
      buckets.set(id, bucket);
    }
    return bucket(trace);
  };
};

/** The time until the next request may be allowed. */
export const secondsOf = ({ waitMs }: Decision): number => Math.max(1, Math.ceil(waitMs / 1_000));

/** Headers of the IETF's draft-ietf-httpapi-ratelimit-headers-11. The window is the time in which a whole burst is refilled. */
export const addLimitHeaders = (reply: FastifyReply, { perSecond, burst }: Limit, decision: Decision): void => {
  const { isAllowed, remaining } = decision;
  const resetSeconds = isAllowed ? Math.max(0, Math.ceil((burst - remaining) / perSecond)) : secondsOf(decision);
  reply.header('ratelimit-policy', `"default";q=${burst};w=${Math.max(1, Math.ceil(burst / perSecond))}`);
  reply.header('ratelimit', `"default";r=${remaining};t=${resetSeconds}`);
};
