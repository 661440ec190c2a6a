import { setTimeout as delay } from 'node:timers/promises';
import { keyChanged, type Trace } from '@representa/contracts';
import { connectMessaging, type Messaging } from '@representa/messaging';
import type { CommandConfig } from '../config.ts';
import { connectRedis } from '../redis.ts';
import { type KeyCache, makeKeyCache } from './key-cache.ts';

/** Makes the gateways forget what they know of these keys; true when all of them do so at once. */
export type Announce = (hashes: readonly string[], caller?: Trace) => Promise<boolean>;

const longestWaitMs = 2_000;
const silent = { info: () => {}, warn: () => {} };

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  Promise.race([work, tooLong()]).then(
    () => true,
    () => false,
  );

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
  ({ NATS_URL, REDIS_URL }: Pick<CommandConfig, 'NATS_URL' | 'REDIS_URL'>): Announce =>
  async (hashes) => {
    if (hashes.length === 0) return true;
    const redis = connectRedis(REDIS_URL, silent, longestWaitMs);
    const messaging = connectMessaging({ url: NATS_URL, process: 'gateway', log: silent });
    try {
      await Promise.all([succeeds(until(() => redis.status === 'ready')), succeeds(until(() => messaging.connected))]);
      return await makeAnnounceBy({ cache: makeKeyCache(redis), messaging })(hashes);
    } finally {
      redis.disconnect();
      await Promise.race([messaging.close(), delay(longestWaitMs)]).catch(() => {});
    }
  };

/** Fails when that takes too long. */
export const untilConnected = (messaging: Pick<Messaging, 'connected'>): Promise<void> =>
  until(() => messaging.connected);

const tooLong = async (): Promise<never> => {
  await delay(longestWaitMs, undefined, { ref: false });
  throw new Error('no answer');
};

const until = async (isSo: () => boolean): Promise<void> => {
  const deadline = performance.now() + longestWaitMs;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error('no connection');
    await delay(10);
  }
};
