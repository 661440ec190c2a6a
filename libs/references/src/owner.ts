import type { ReferenceKind } from '@representa/contracts';
import type { Log, Messaging } from '@representa/messaging';
import type { Database } from '@representa/postgres';
import type { EmpresaCall } from '@representa/service-kit';
import { type DeleteOutcome, makeFencedDelete } from './fenced-delete.ts';
import { type DeleteAttempt, makeOwnedRecords } from './owned-records.ts';
import { makePushRename, type PushRename } from './push-rename.ts';
import { makeSweeper, type Sweeper } from './sweeper.ts';
import { makeTakeBack } from './take-back.ts';

interface Dependencies {
  /** Also the name of the owner's table. */
  kind: ReferenceKind;
  sql: Database;
  messaging: Messaging;
  log: Log;
  /** The longest that a request may take. */
  requestTimeoutMs: number;
  /** The owner's last step of a delete: removes the record if this attempt still holds it. */
  remove: (call: EmpresaCall, attempt: DeleteAttempt) => Promise<boolean>;
}

/** An owner's side of the reference protocol. */
export interface ReferenceOwner {
  deleteRecord: (call: EmpresaCall, id: string) => Promise<DeleteOutcome>;
  pushRename: PushRename;
  sweeper: Sweeper;
}

export const makeReferenceOwner = ({
  kind,
  sql,
  messaging,
  log,
  requestTimeoutMs,
  remove,
}: Dependencies): ReferenceOwner => {
  const records = makeOwnedRecords(sql, kind);
  const takeBack = makeTakeBack({ kind, records, messaging, log });
  const pushRename = makePushRename({ kind, records, messaging });
  return {
    deleteRecord: makeFencedDelete({ kind, records, messaging, takeBack, remove }),
    pushRename,
    sweeper: makeSweeper({ kind, records, takeBack, pushRename, log, requestTimeoutMs }),
  };
};
