import { callWithin, type ReferenceKind, voidFence } from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import { passFaultPoint } from '@representa/service-kit';
import type { Log } from '@representa/telemetry';
import type { DeleteAttempt, OwnedRecords } from './owned-records.repository.ts';

interface Dependencies {
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
  ({ kind, records, messaging, log }: Dependencies): TakeBack =>
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
