import { setTimeout as delay } from 'node:timers/promises';
import { connectMessaging, type Messaging } from '@representa/messaging';
import { silentLog } from '@representa/telemetry';
import { type InvalidateKeys, makeInvalidateKeys } from '../authentication/invalidate-keys.ts';
import { makeKeyCache } from '../authentication/key-cache.ts';
import type { CommandConfig } from '../config.ts';
import { connectRedis } from '../redis.ts';
import { CommandError } from './command-error.ts';

/** How long a command waits for NATS or Redis. */
export const connectMs = 2_000;

/** Uses a connection to NATS that ends with the command. It may not be connected yet. */
export const withMessaging = async <Result>(
  { NATS_URL }: Pick<CommandConfig, 'NATS_URL'>,
  use: (messaging: Messaging) => Promise<Result>,
  maxAnswerMs?: number,
): Promise<Result> => {
  const longer = maxAnswerMs !== undefined && { maxAnswerMs };
  const messaging = connectMessaging({ url: NATS_URL, process: 'gateway', log: silentLog, ...longer });
  try {
    return await use(messaging);
  } finally {
    await Promise.race([messaging.close(), delay(connectMs)]).catch(() => {});
  }
};

/** Uses connections that end with the command. */
export const makeCommandInvalidateKeys =
  (config: Pick<CommandConfig, 'NATS_URL' | 'REDIS_URL'>): InvalidateKeys =>
  async (hashes) => {
    if (hashes.length === 0) return true;
    const redis = connectRedis(config.REDIS_URL, silentLog, connectMs);
    try {
      return await withMessaging(config, async (messaging) => {
        await Promise.all([isTrueInTime(redis.isReady), isTrueInTime(() => messaging.connected)]);
        return makeInvalidateKeys({ cache: makeKeyCache(redis), messaging, log: silentLog })(hashes);
      });
    } finally {
      redis.client.disconnect();
    }
  };

/** Throws when there is no connection in time. */
export const untilConnected = async (messaging: Pick<Messaging, 'connected' | 'problem'>): Promise<void> => {
  if (!(await isTrueInTime(() => messaging.connected)))
    throw new CommandError(`NATS does not answer (${messaging.problem()}): is it running, and is NATS_URL right?`);
};

const isTrueInTime = async (isTrue: () => boolean): Promise<boolean> => {
  const deadline = performance.now() + connectMs;
  while (!isTrue() && performance.now() < deadline) await delay(10);
  return isTrue();
};
