export { type DeleteAttempt, makeOwnedRecords, type Renamed } from './owned-records.repository.ts';
export { makeReferenceOwner, type ReferenceOwner } from './owner.ts';
export { makeUpdateRecord, type RenamableRecord } from './update-record.ts';
