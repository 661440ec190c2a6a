import type { ReferenceKind } from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import type { Database } from '@representa/postgres';
import type { App } from '@representa/service-kit';
import { addSweeper } from '@representa/service-kit/process';
import type { Log } from '@representa/telemetry';
import { makeFencedDelete, makeTakeBack, type RemoveRecord } from './fenced-delete.ts';
import { makeFinishUnfinished } from './finish-unfinished.ts';
import { makeOwnedRecords } from './owned-records.repository.ts';
import {
  makePushRename,
  makePushRenames,
  makeUpdateRecord,
  type RenamableRecord,
  type UpdateRecord,
} from './push-rename.ts';

interface Dependencies {
  database: Database;
  messaging: Messaging;
  log: Log;
  /** A request takes no longer than `REQUEST_TIMEOUT_MS`. */
  config: { REQUEST_TIMEOUT_MS: number };
}

/** The owner's own steps. */
interface Owned<Changes, Updated> {
  update: UpdateRecord<Changes, Updated>;
  remove: RemoveRecord;
}

const sweepEveryMs = 1_000;

/** An owner's side of the reference protocol. `kind` is also the name of its table. */
export const addReferenceOwner = <Changes extends { nome?: string | undefined }, Updated extends RenamableRecord>(
  app: App,
  { database, messaging, log, config }: Dependencies,
  kind: ReferenceKind,
  { update, remove }: Owned<Changes, Updated>,
) => {
  const records = makeOwnedRecords(database, kind);
  const takeBack = makeTakeBack({ kind, records, messaging, log });
  const pushRename = makePushRename({ kind, records, messaging });
  const requestTimeoutMs = config.REQUEST_TIMEOUT_MS;
  const finishUnfinished = makeFinishUnfinished({ kind, records, takeBack, pushRename, requestTimeoutMs, log });
  addSweeper(app, {
    what: 'finish deletes and renames',
    everyMs: sweepEveryMs,
    sweep: finishUnfinished,
    log,
  });
  return {
    updateRecord: makeUpdateRecord({ update, pushRename }),
    deleteRecord: makeFencedDelete({ kind, records, messaging, takeBack, remove }),
    pushRenames: makePushRenames({ kind, records, messaging }),
  };
};
