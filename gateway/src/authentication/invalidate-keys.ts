import { setTimeout as delay } from 'node:timers/promises';
import { keyChanged, type Trace } from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import type { Log } from '@representa/telemetry';
import type { KeyCache } from './key-cache.ts';

/**
 * Drops these keys from Redis and from every gateway's memory. False when Redis or NATS did not answer: then their
 * entries expire.
 */
export type InvalidateKeys = (hashes: readonly string[], trace?: Trace) => Promise<boolean>;

interface Dependencies {
  cache: Pick<KeyCache, 'drop'>;
  messaging: Pick<Messaging, 'send'>;
  /** Given in a gateway, which must not depend on NATS to tell itself. */
  invalidate?: (hashes: readonly string[]) => void;
  log: Log;
}

const answerMs = 2_000;

/** Redis comes first: a gateway that drops a key asks Redis for it again. */
export const makeInvalidateKeys =
  ({ cache, messaging, invalidate, log }: Dependencies): InvalidateKeys =>
  async (hashes, trace) => {
    if (hashes.length === 0) return true;
    const dropped = await succeeds(cache.drop(hashes, trace));
    invalidate?.(hashes);
    const heard = await succeeds(messaging.send(keyChanged, { key_hashes: [...hashes] }));
    if (dropped && heard) return true;
    const fields = { request_id: trace?.request_id, told_redis: dropped, told_nats: heard };
    log.warn(fields, `keys have changed: other gateways may take the old ones for up to ${dropped ? 2 : 63} s`);
    return false;
  };

/** False when it fails or takes too long. */
const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  Promise.race([work.then(() => true), delay(answerMs, false, { ref: false })]).catch(() => false);
