export { addReferenceOwner } from './add-reference-owner.ts';
export type { DeleteRecord } from './fenced-delete.ts';
export { type DeleteAttempt, makeOwnedRecords, type Renamed } from './owned-records.repository.ts';
export { mostRenamed, type PushRenames } from './push-rename.ts';
export type { RenamableRecord } from './update-record.ts';
