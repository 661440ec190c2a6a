import { type Call, callWithin, type ReferenceKind } from '@representa/contracts';
import { observeGauge } from '@representa/telemetry';
import type { OwnedRecords, Unfinished } from './owned-records.repository.ts';
import type { PushRename } from './push-rename.ts';
import type { TakeBack } from './take-back.ts';

interface Dependencies {
  kind: ReferenceKind;
  records: OwnedRecords;
  takeBack: TakeBack;
  pushRename: PushRename;
  /** Younger records may belong to a request that is still running. */
  requestTimeoutMs: number;
}

/** After its request's deadline, a record may still be written for this long. */
const graceMs = 1_200;
const renameMs = 2_000;

/** Finishes deletes and renames that a crash or an outage left half done. Runs in every replica: each step is idempotent. */
export const makeFinishUnfinished = ({ kind, records, takeBack, pushRename, requestTimeoutMs }: Dependencies) => {
  let backlog: readonly Unfinished[] = [];
  const isPending = { delete: 'delete_pending', rename: 'rename_pending' } as const;
  for (const [what, column] of Object.entries(isPending)) {
    observeGauge('references.unfinished', () => backlog.filter((record) => record[column]).length, { kind, what });
  }

  const finish = async (record: Unfinished): Promise<boolean> => {
    if (record.delete_pending && !(await takeBack(record))) return false;
    if (record.rename_pending) await pushRename(callWithin(renameMs), record);
    return true;
  };

  return async (call: Call): Promise<void> => {
    backlog = await records.unfinished(call, requestTimeoutMs + graceMs);
    for (const record of backlog) {
      // Sales does not answer: try the rest in the next round.
      if (!(await finish(record))) return;
    }
  };
};
