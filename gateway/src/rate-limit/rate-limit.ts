import type { Trace } from '@representa/contracts';
import { LRUCache } from 'lru-cache';
import { type Bucket, type Decision, makeBucket } from './bucket.ts';
import { type Limit, makeGcra } from './gcra.ts';
import type { TakeShared } from './redis-gcra.ts';

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
