import { setTimeout as delay } from 'node:timers/promises';
import { connectMessaging, type Messaging } from '@representa/messaging';
import type { CommandConfig } from '../config.ts';

/** How long a command waits for NATS or Redis. */
export const longestWaitMs = 2_000;

/** Commands print what they have to say. */
export const silent = { info: () => {}, warn: () => {} };

/** Uses a connection to NATS that ends with the command. It may not be connected yet. */
export const withMessaging = async <Result>(
  { NATS_URL }: Pick<CommandConfig, 'NATS_URL'>,
  use: (messaging: Messaging) => Promise<Result>,
): Promise<Result> => {
  const messaging = connectMessaging({ url: NATS_URL, process: 'gateway', log: silent });
  try {
    return await use(messaging);
  } finally {
    await Promise.race([messaging.close(), delay(longestWaitMs)]).catch(() => {});
  }
};

/** Throws when there is no connection in time. */
export const untilConnected = (messaging: Pick<Messaging, 'connected'>): Promise<void> =>
  waitForConnection(() => messaging.connected);

export const waitForConnection = async (isConnected: () => boolean): Promise<void> => {
  const deadline = performance.now() + longestWaitMs;
  while (!isConnected()) {
    if (performance.now() > deadline) throw new Error('no connection');
    await delay(10);
  }
};

/** Whether that happens before it takes too long. */
export const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  Promise.race([work, tooLong()]).then(
    () => true,
    () => false,
  );

const tooLong = async (): Promise<never> => {
  await delay(longestWaitMs, undefined, { ref: false });
  throw new Error('no answer');
};
