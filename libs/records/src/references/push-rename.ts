import {
  type Call,
  type CompanyCall,
  maxIds,
  type ReferenceKind,
  renameReference,
  renameReferences,
} from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import type { RequestCall } from '@representa/service-kit';
import { passFaultPoint } from '@representa/service-kit/process';
import type { OwnedRecords, Renamed } from './owned-records.repository.ts';

interface Dependencies {
  kind: ReferenceKind;
  records: OwnedRecords;
  messaging: Messaging;
}

export type PushRename = (call: Call, renamed: Renamed) => Promise<void>;

/** At most `maxRenamed` of the company. */
export type PushRenames = (call: CompanyCall, renamed: readonly Renamed[]) => Promise<void>;

export const maxRenamed = maxIds / 2;

/** Tells sales the new name. A rename is answered only after this, so that the next list of sales shows it. */
export const makePushRename =
  ({ kind, records, messaging }: Dependencies): PushRename =>
  async (call, { empresa_id, id, nome, revision }) => {
    passFaultPoint('rename.written');
    await messaging.ask(renameReference, { empresa_id, id, kind, nome, revision }, call);
    passFaultPoint('rename.pushed');
    await records.renameDone(call, { empresa_id, id, nome, revision });
  };

/** The same for many. */
export const makePushRenames =
  ({ kind, records, messaging }: Dependencies): PushRenames =>
  async (call, renamed) => {
    const asked = renamed.map(({ empresa_id, id, nome, revision }) => ({ empresa_id, id, kind, nome, revision }));
    await messaging.ask(renameReferences, asked, call);
    passFaultPoint('rename.pushed');
    await records.renamesDone(call, call.empresa_id, renamed);
  };

/** What an update must return of a record, beside its other columns. */
export interface RenamableRecord {
  nome: string;
  nome_revision: number;
  /** Sales has not acknowledged the current name. */
  rename_pending: boolean;
}

export type UpdateRecord<Changes, Updated> = (call: RequestCall, id: string, changes: Changes) => Promise<Updated>;

interface Updating<Changes, Updated> {
  update: UpdateRecord<Changes, Updated>;
  pushRename: PushRename;
}

/** Updates a record. An update that sends a name is answered once sales has acknowledged that name. */
export const makeUpdateRecord =
  <Changes extends { nome?: string | undefined }, Updated extends RenamableRecord>({
    update,
    pushRename,
  }: Updating<Changes, Updated>): UpdateRecord<Changes, Updated> =>
  async (call, id, changes) => {
    const updated = await update(call, id, changes);
    if (updated.rename_pending && changes.nome !== undefined) {
      const { nome, nome_revision: revision } = updated;
      await pushRename(call, { empresa_id: call.empresa_id, id, nome, revision });
    }
    return updated;
  };
