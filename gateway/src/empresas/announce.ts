import { keyChanged, type Trace } from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import type { CommandConfig } from '../config.ts';
import { connectRedis } from '../redis.ts';
import {
  longestWaitMs,
  silent,
  succeeds,
  untilConnected,
  waitForConnection,
  withMessaging,
} from './command-messaging.ts';
import { type KeyCache, makeKeyCache } from './key-cache.ts';

/** Makes the gateways forget what they know of these keys; true when all of them do so at once. */
export type Announce = (hashes: readonly string[], caller?: Trace) => Promise<boolean>;

interface Means {
  cache: Pick<KeyCache, 'drop'>;
  messaging: Pick<Messaging, 'send'>;
  /** Of this process, if it is a gateway: it must not depend on NATS to hear itself. */
  forget?: (hashes: readonly string[]) => void;
}

/** First the cache that gateways would ask again, then the gateways. */
export const makeAnnounceBy =
  ({ cache, messaging, forget }: Means): Announce =>
  async (hashes, caller) => {
    if (hashes.length === 0) return true;
    const dropped = await succeeds(cache.drop(hashes, caller));
    forget?.(hashes);
    const heard = await succeeds(messaging.send(keyChanged, { key_hashes: [...hashes] }));
    return dropped && heard;
  };

/** By connections of its own, for a command. */
export const makeAnnounce =
  (config: Pick<CommandConfig, 'NATS_URL' | 'REDIS_URL'>): Announce =>
  async (hashes) => {
    if (hashes.length === 0) return true;
    const redis = connectRedis(config.REDIS_URL, silent, longestWaitMs);
    try {
      return await withMessaging(config, async (messaging) => {
        await Promise.all([
          succeeds(waitForConnection(() => redis.status === 'ready')),
          succeeds(untilConnected(messaging)),
        ]);
        return makeAnnounceBy({ cache: makeKeyCache(redis), messaging })(hashes);
      });
    } finally {
      redis.disconnect();
    }
  };
