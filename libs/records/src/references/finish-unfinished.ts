import { type Call, callWithin, type ReferenceKind } from '@representa/contracts';
import { Unavailable } from '@representa/messaging';
import { isDatabaseUnavailable } from '@representa/postgres';
import { type Log, observeGauge } from '@representa/telemetry';
import type { TakeBack } from './fenced-delete.ts';
import type { OwnedRecords, Unfinished } from './owned-records.repository.ts';
import type { PushRename } from './push-rename.ts';

interface Dependencies {
  kind: ReferenceKind;
  records: OwnedRecords;
  takeBack: TakeBack;
  pushRename: PushRename;
  /** Younger records may belong to a request that is still running. */
  requestTimeoutMs: number;
  log: Log;
}

/** A failure that is no outage is the record's own, and must not block the records after it. */
type Outcome = 'finished' | 'failed' | 'outage';

/** After its request's deadline, a record may still be written for this long. */
const graceMs = 1_200;
const renameMs = 2_000;

/** Finishes deletes and renames that a crash or an outage left half done. Runs in every replica: each step is idempotent. */
export const makeFinishUnfinished = ({ kind, records, takeBack, pushRename, requestTimeoutMs, log }: Dependencies) => {
  let backlog: readonly Unfinished[] = [];
  /** Ids of renames that ended a round, the latest last. */
  let failed: readonly string[] = [];
  const isPending = { delete: 'delete_pending', rename: 'rename_pending' } as const;
  for (const [what, column] of Object.entries(isPending)) {
    observeGauge('references.unfinished', () => backlog.filter((record) => record[column]).length, { kind, what });
  }

  const finishRename = async (record: Unfinished): Promise<Outcome> => {
    try {
      await pushRename(callWithin(renameMs), record);
      return 'finished';
    } catch (err) {
      // Dependencies that are away are logged once, by their connections.
      if (err instanceof Unavailable || isDatabaseUnavailable(err)) {
        failed = [...failed.filter((id) => id !== record.id), record.id];
        return 'outage';
      }
      log.warn({ err, kind, id: record.id }, 'a rename could not be delivered yet');
      return 'failed';
    }
  };

  const finish = async (record: Unfinished): Promise<Outcome> => {
    if (record.delete_pending && !(await takeBack(record))) return 'outage';
    return record.rename_pending ? finishRename(record) : 'finished';
  };

  /** Returns how many are finished. */
  return async (call: Call): Promise<number> => {
    backlog = await records.unfinished(call, requestTimeoutMs + graceMs);
    failed = failed.filter((id) => backlog.some((record) => record.id === id));
    // A rename that makes sales fail looks like an outage. The others go before it, or it would end every round.
    const turn = ({ id }: Unfinished): number => failed.indexOf(id);
    let finished = 0;
    for (const record of backlog.toSorted((a, b) => turn(a) - turn(b))) {
      const outcome = await finish(record);
      // Try the rest in the next round.
      if (outcome === 'outage') return 0;
      if (outcome === 'finished') finished++;
    }
    return finished;
  };
};
