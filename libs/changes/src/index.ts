export { addChanges } from './add-changes.ts';
export { changesDocs } from './changes.docs.schemas.ts';
export { asChange, makeChangesRepository, nextEntries } from './changes.repository.ts';
export { type Change, changesQuery, changesReply } from './changes.schemas.ts';
export type { FollowChanges } from './follow-changes.ts';
