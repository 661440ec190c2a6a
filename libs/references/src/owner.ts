import type { ReferenceKind } from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import type { Database } from '@representa/postgres';
import { type App, addSweeper, type EmpresaCall } from '@representa/service-kit';
import type { Log } from '@representa/telemetry';
import { type DeleteRecord, makeFencedDelete } from './fenced-delete.ts';
import { makeFinishUnfinished } from './finish-unfinished.ts';
import { type DeleteAttempt, makeOwnedRecords } from './owned-records.repository.ts';
import { makePushRename, type PushRename } from './push-rename.ts';
import { makeTakeBack } from './take-back.ts';

interface Dependencies {
  /** Also the name of the owner's table. */
  kind: ReferenceKind;
  database: Database;
  messaging: Messaging;
  log: Log;
  /** The longest that a request may take. */
  requestTimeoutMs: number;
  /** The owner's last step of a delete: removes the record if this attempt still holds it. */
  remove: (call: EmpresaCall, attempt: DeleteAttempt) => Promise<boolean>;
}

/** An owner's side of the reference protocol. */
export interface ReferenceOwner {
  deleteRecord: DeleteRecord;
  pushRename: PushRename;
  addSweeper: (app: App) => void;
}

const sweepEveryMs = 1_000;

export const makeReferenceOwner = ({
  kind,
  database,
  messaging,
  log,
  requestTimeoutMs,
  remove,
}: Dependencies): ReferenceOwner => {
  const records = makeOwnedRecords(database, kind);
  const takeBack = makeTakeBack({ kind, records, messaging, log });
  const pushRename = makePushRename({ kind, records, messaging });
  const finishUnfinished = makeFinishUnfinished({ kind, records, takeBack, pushRename, requestTimeoutMs, log });
  return {
    deleteRecord: makeFencedDelete({ kind, records, messaging, takeBack, remove }),
    pushRename,
    addSweeper: (app) =>
      addSweeper(app, {
        what: 'finish deletes and renames',
        everyMs: sweepEveryMs,
        // Whatever is left is for the next round: sales may be away.
        sweep: (call) => finishUnfinished(call).then(() => 0),
        log,
      }),
  };
};
