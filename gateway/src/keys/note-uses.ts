import { type Call, callWithin } from '@representa/contracts';
import type { Logger } from '@representa/telemetry';
import type { KeysRepository, KeyUse } from './keys.repository.ts';

interface Dependencies {
  noteUses: (call: Call, uses: readonly KeyUse[]) => ReturnType<KeysRepository['noteUses']>;
  log: Pick<Logger, 'warn'>;
  everyMs?: number;
}

interface KeyUses {
  /** The key was used now. */
  note(key_id: string): void;
  /** Writes what is left. */
  stop(): Promise<void>;
}

const aMinuteMs = 60_000;
const writeMs = 1_000;
/** Of one statement. */
const mostInBatch = 1_000;

/** Keeps the minute of each key's last use. A key costs one row in one statement per minute, however often it is used. */
export const makeKeyUses = ({ noteUses, log, everyMs = 10_000 }: Dependencies): KeyUses => {
  const waiting = new Map<string, number>();
  const known = new Set<string>();
  let minute = 0;

  const write = async (): Promise<void> => {
    if (waiting.size === 0) return;
    const batch = [...waiting].slice(0, mostInBatch);
    try {
      await noteUses(callWithin(writeMs), batch);
      for (const [id, at] of batch) if (waiting.get(id) === at) waiting.delete(id);
    } catch (err) {
      // They are written with the next batch.
      log.warn({ err }, 'could not write when keys were used');
    }
  };
  let writing = Promise.resolve();
  const timer = setInterval(() => {
    writing = writing.then(write);
  }, everyMs).unref();

  return {
    note: (key_id) => {
      const now = Math.floor(Date.now() / aMinuteMs);
      if (now !== minute) {
        minute = now;
        known.clear();
      }
      if (known.has(key_id)) return;
      known.add(key_id);
      waiting.set(key_id, now);
    },
    stop: async () => {
      clearInterval(timer);
      await writing;
      // As long as that helps: PostgreSQL may be away.
      for (let before = Number.POSITIVE_INFINITY; waiting.size < before; ) {
        before = waiting.size;
        await write();
      }
    },
  };
};
