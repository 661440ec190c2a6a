import { callWithin } from '@representa/contracts';
import type { Log } from '@representa/telemetry';
import type { KeysRepository } from './keys.repository.ts';

interface Dependencies {
  noteUses: KeysRepository['noteUses'];
  log: Log;
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
/** The most keys in one statement. */
const mostInBatch = 1_000;

/** Keeps the minute of each key's last use. A key costs one row of a statement per minute, however often it is used. */
export const makeKeyUses = ({ noteUses, log, everyMs = 10_000 }: Dependencies): KeyUses => {
  const waiting = new Map<string, number>();
  const known = new Set<string>();
  let minute = 0;

  /** Writes in batches. After a failure the rest waits for the next time: PostgreSQL may be away. */
  const write = async (): Promise<void> => {
    const uses = [...waiting];
    try {
      for (let start = 0; start < uses.length; start += mostInBatch) {
        const batch = uses.slice(start, start + mostInBatch);
        await noteUses(callWithin(writeMs), batch);
        for (const [id, at] of batch) if (waiting.get(id) === at) waiting.delete(id);
      }
    } catch (err) {
      log.warn({ err }, 'could not write when keys were used');
    }
  };
  let writing: Promise<void> | undefined;
  const timer = setInterval(() => {
    writing ??= write().finally(() => {
      writing = undefined;
    });
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
      await write();
    },
  };
};
