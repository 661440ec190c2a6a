import {
  type Call,
  type CompanyCall,
  maxIds,
  type ReferenceKind,
  renameReference,
  renameReferences,
} from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import { passFaultPoint } from '@representa/service-kit';
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
