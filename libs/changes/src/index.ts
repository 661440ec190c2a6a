export { addChanges } from './add-changes.ts';
export { changesDocs } from './changes.docs.schemas.ts';
export { asFeedEntry, makeChangesRepository, makeReadChanges, nextEntries } from './changes.repository.ts';
export { changesQuery, changesReply, type EntryColumns } from './changes.schemas.ts';
export type { Entries, FollowChanges } from './follow-changes.ts';
