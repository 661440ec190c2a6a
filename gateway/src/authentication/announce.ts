import { setTimeout as delay } from 'node:timers/promises';
import { keyChanged, type Trace } from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import type { KeyCache } from './key-cache.ts';

/** Makes the gateways forget what they know of these keys; true when all of them do so at once. */
export type Announce = (hashes: readonly string[], trace?: Trace) => Promise<boolean>;

interface Means {
  cache: Pick<KeyCache, 'drop'>;
  messaging: Pick<Messaging, 'send'>;
  /** Of this process, if it is a gateway: it must not depend on NATS to hear itself. */
  forget?: (hashes: readonly string[]) => void;
}

const announceMs = 2_000;

/** First the cache that gateways would ask again, then the gateways. */
export const makeAnnounce =
  ({ cache, messaging, forget }: Means): Announce =>
  async (hashes, trace) => {
    if (hashes.length === 0) return true;
    const dropped = await succeeds(cache.drop(hashes, trace));
    forget?.(hashes);
    const heard = await succeeds(messaging.send(keyChanged, { key_hashes: [...hashes] }));
    return dropped && heard;
  };

/** Whether that happens before it takes too long. */
const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  Promise.race([work, tooLong()]).then(
    () => true,
    () => false,
  );

const tooLong = async (): Promise<never> => {
  await delay(announceMs, undefined, { ref: false });
  throw new Error('no answer');
};
