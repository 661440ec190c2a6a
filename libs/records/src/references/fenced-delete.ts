import { setTimeout as pause } from 'node:timers/promises';
import {
  callWithin,
  fenceReference,
  millisecondsLeft,
  type RecordAddress,
  type ReferenceKind,
  voidFence,
} from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import { HttpError, preconditionFailed, type RequestCall, serviceUnavailable } from '@representa/service-kit';
import { passFaultPoint } from '@representa/service-kit/process';
import type { Log } from '@representa/telemetry';
import type { DeleteAttempt, OwnedRecords } from './owned-records.repository.ts';

interface TakingBack {
  kind: ReferenceKind;
  records: OwnedRecords;
  messaging: Messaging;
  log: Log;
}

export type TakeBack = (attempt: DeleteAttempt) => Promise<boolean>;

const patienceMs = 2_000;

/**
 * Takes back a delete that did not finish. Claims the record first, so that a paused deleter can no longer remove it;
 * then has sales void the fence; and clears `delete_pending` only when that is acknowledged. Returns whether it finished.
 */
export const makeTakeBack =
  ({ kind, records, messaging, log }: TakingBack): TakeBack =>
  async (attempt) => {
    const call = callWithin(patienceMs);
    try {
      const epoch = await records.claimDelete(call, attempt);
      if (epoch === undefined) return true;
      const claimed = { empresa_id: attempt.empresa_id, id: attempt.id, epoch };
      passFaultPoint('take-back.claimed');
      await messaging.ask(voidFence, { ...claimed, kind }, call);
      passFaultPoint('take-back.voided');
      await records.releaseDelete(call, claimed);
      return true;
    } catch (err) {
      log.warn({ err, kind, id: attempt.id }, 'a delete could not be taken back yet');
      return false;
    }
  };

type DeleteOutcome =
  | { outcome: 'deleted' }
  | { outcome: 'not-found' }
  | { outcome: 'in-use'; uses: number; counted: 'sales' | 'commissions' };

/** `refuse` throws for reasons of the owner's own. It is called before the fence, which would block sales until it is voided. */
export type DeleteRecord = (
  call: RequestCall,
  id: string,
  refuse?: (call: RequestCall, id: string) => Promise<void>,
) => Promise<DeleteOutcome>;

/** The last step of a delete: removes the record if this attempt still holds it. */
export type RemoveRecord = (call: RequestCall, attempt: DeleteAttempt) => Promise<boolean>;

interface Dependencies {
  kind: ReferenceKind;
  records: OwnedRecords;
  messaging: Messaging;
  takeBack: TakeBack;
  remove: RemoveRecord;
}

const lookAgainMs = 25;

/** Deletes a record that sales may refer to, so that no sale ever points at nothing. See libs/records/README.md. */
export const makeFencedDelete = ({ kind, records, messaging, takeBack, remove }: Dependencies): DeleteRecord => {
  const attemptDelete = async (call: RequestCall, attempt: DeleteAttempt): Promise<DeleteOutcome | undefined> => {
    passFaultPoint('delete.begun');
    const answer = await messaging.ask(fenceReference, { ...attempt, kind }, call);
    if (answer.outcome === 'in-use') {
      passFaultPoint('delete.refused');
      await records.releaseDelete(call, attempt);
      return { outcome: 'in-use', uses: answer.sales, counted: answer.counted };
    }
    if (answer.outcome === 'voided') return undefined;
    passFaultPoint('delete.fenced');
    if (!(await remove(call, attempt))) return undefined;
    passFaultPoint('delete.removed');
    return { outcome: 'deleted' };
  };

  /** Another attempt holds the record. Wait until it has deleted the record or given up. */
  const othersAreDone = async (call: RequestCall, address: RecordAddress): Promise<void> => {
    while ((await records.state(call, address))?.delete_pending) {
      if (millisecondsLeft(call) <= lookAgainMs) throw serviceUnavailable();
      await pause(lookAgainMs);
    }
  };

  /** Before the fence, so that a refused delete blocks no sale. The last step checks it again. */
  const refuseOtherVersions = async (call: RequestCall, address: RecordAddress): Promise<void> => {
    if (!call.ifMatch) return;
    const state = await records.state(call, address);
    if (state && !call.ifMatch.includes(state.version)) throw preconditionFailed();
  };

  return async (call, id, refuse) => {
    const address = { empresa_id: call.empresa_id, id };
    await refuseOtherVersions(call, address);
    await refuse?.(call, id);
    for (;;) {
      const epoch = await records.beginDelete(call, address);
      if (epoch === undefined) return { outcome: 'not-found' };
      const attempt = { ...address, epoch };
      try {
        const outcome = await attemptDelete(call, attempt);
        if (outcome) return outcome;
      } catch (error) {
        // If it fails, the sweeper repeats it.
        const takenBack = takeBack(attempt);
        // Wait, so that the record can be sold again when the caller gets the refusal.
        if (error instanceof HttpError) await takenBack;
        throw error;
      }
      await othersAreDone(call, address);
    }
  };
};
