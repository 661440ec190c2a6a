export { addChanges } from './add-changes.ts';
export { changesDocs } from './changes.docs.schemas.ts';
export { asFeedEntry, makeChangesRepository, nextEntries } from './changes.repository.ts';
export { changesQuery, changesReply, type EntryColumns, type FeedEntry } from './changes.schemas.ts';
export type { FollowChanges } from './follow-changes.ts';
