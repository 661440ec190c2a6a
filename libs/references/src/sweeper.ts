import { callWithin, type ReferenceKind } from '@representa/contracts';
import { type Log, Unavailable } from '@representa/messaging';
import { isDatabaseUnavailable } from '@representa/postgres';
import { observeGauge, reasonOf } from '@representa/telemetry';
import type { OwnedRecords, Unfinished } from './owned-records.ts';
import type { PushRename } from './push-rename.ts';
import type { TakeBack } from './take-back.ts';

interface Dependencies {
  kind: ReferenceKind;
  records: OwnedRecords;
  takeBack: TakeBack;
  pushRename: PushRename;
  log: Log;
  /** Younger records may belong to a request that is still running. */
  requestTimeoutMs: number;
}

export interface Sweeper {
  /** One round. Returns how many unfinished records it found. */
  sweep(): Promise<number>;
  start(): void;
  stop(): void;
}

const everyMs = 1_000;
/** After its request's deadline, a record may still be written for this long. */
const graceMs = 1_200;
const patienceMs = 2_000;

/** Finishes what a crash or an outage left half done. Runs in every replica: each step is idempotent. */
export const makeSweeper = ({ kind, records, takeBack, pushRename, log, requestTimeoutMs }: Dependencies): Sweeper => {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const finish = async (record: Unfinished): Promise<boolean> => {
    if (record.delete_pending && !(await takeBack(record))) return false;
    if (record.rename_pending) await pushRename(callWithin(patienceMs), record);
    return true;
  };

  let backlog: readonly Unfinished[] = [];
  const isPending = { delete: 'delete_pending', rename: 'rename_pending' } as const;
  for (const [what, column] of Object.entries(isPending)) {
    observeGauge('references.unfinished', () => backlog.filter((record) => record[column]).length, { kind, what });
  }

  const sweep = async (): Promise<number> => {
    const found = await records.unfinished(callWithin(patienceMs), requestTimeoutMs + graceMs);
    backlog = found;
    for (const record of found) {
      // Sales does not answer: try the rest in the next round.
      if (stopped || !(await finish(record))) break;
    }
    return found.length;
  };

  const round = async (): Promise<void> => {
    await sweep().catch((error) => {
      // Dependencies that are away are logged once, by their connections.
      if (isDatabaseUnavailable(error) || error instanceof Unavailable) return;
      log.warn({ reason: reasonOf(error) }, 'the sweeper could not finish its round');
    });
    if (!stopped) timer = setTimeout(round, everyMs);
  };

  return {
    sweep,
    start: () => {
      timer = setTimeout(round, everyMs);
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
};
