import { type Call, callWithin } from '@representa/contracts';
import { type Log, reasonOf } from '@representa/telemetry';
import type { KeysRepository } from './keys.repository.ts';

interface Dependencies {
  noteUses: KeysRepository['noteUses'];
  log: Log;
}

interface KeyUses {
  /** The key was used now. */
  note(key_id: string): void;
  /** Writes a batch, as a sweeper's step. */
  writeSome(call: Call): Promise<number>;
  /** Writes what is left. */
  writeAll(): Promise<void>;
}

const aMinuteMs = 60_000;
const writeMs = 1_000;
/** The most keys in one statement. */
const maxInBatch = 1_000;

/** Keeps the minute of each key's last use. A key costs one row of a statement per minute, however often it is used. */
export const makeKeyUses = ({ noteUses, log }: Dependencies): KeyUses => {
  const waiting = new Map<string, number>();
  const known = new Set<string>();
  let minute = 0;

  /** After a failure the batch waits for the next time: PostgreSQL may be away. */
  const writeBatch = async (call: Call): Promise<number> => {
    const batch = [...waiting].slice(0, maxInBatch);
    if (batch.length > 0) await noteUses(call, batch);
    for (const [id, at] of batch) if (waiting.get(id) === at) waiting.delete(id);
    return batch.length;
  };

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
    writeSome: async (call) => {
      const written = await writeBatch(call);
      // Uses that were noted meanwhile wait for a fuller batch.
      return written < maxInBatch ? 0 : written;
    },
    writeAll: async () => {
      try {
        while (waiting.size > 0) await writeBatch(callWithin(writeMs));
      } catch (error) {
        log.warn({ reason: reasonOf(error) }, 'could not write when keys were used');
      }
    },
  };
};
