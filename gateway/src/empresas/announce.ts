import { setTimeout as delay } from 'node:timers/promises';
import { keyChanged } from '@representa/contracts';
import { connectMessaging } from '@representa/messaging';
import type { CommandConfig } from '../config.ts';
import { connectRedis } from '../redis.ts';
import { makeKeyCache } from './key-cache.ts';

/** Makes the gateways forget what they know of these keys; true when all of them do so at once. */
export type Announce = (hashes: readonly string[]) => Promise<boolean>;

const longestWaitMs = 2_000;
const silent = { info: () => {}, warn: () => {} };

/** First the cache that gateways would ask again, then the gateways. */
export const makeAnnounce =
  ({ NATS_URL, REDIS_URL }: Pick<CommandConfig, 'NATS_URL' | 'REDIS_URL'>): Announce =>
  async (hashes) => {
    if (hashes.length === 0) return true;
    const dropped = await dropCached(REDIS_URL, hashes);
    const heard = await broadcast(NATS_URL, hashes);
    return dropped && heard;
  };

const dropCached = async (url: string, hashes: readonly string[]): Promise<boolean> => {
  const redis = connectRedis(url, silent, longestWaitMs);
  try {
    await until(() => redis.status === 'ready');
    await makeKeyCache(redis).drop(hashes);
    return true;
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
};

const broadcast = async (url: string, hashes: readonly string[]): Promise<boolean> => {
  const messaging = connectMessaging({ url, process: 'gateway', log: silent });
  try {
    await until(() => messaging.connected);
    await Promise.race([messaging.send(keyChanged, { key_hashes: [...hashes] }), tooLong()]);
    return true;
  } catch {
    return false;
  } finally {
    await Promise.race([messaging.close(), delay(longestWaitMs)]).catch(() => {});
  }
};

const tooLong = async (): Promise<never> => {
  await delay(longestWaitMs);
  throw new Error('no answer');
};

const until = async (isSo: () => boolean): Promise<void> => {
  const deadline = performance.now() + longestWaitMs;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error('no connection');
    await delay(10);
  }
};
