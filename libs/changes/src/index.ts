export { addChanges, addChangesRoute } from './add-changes.ts';
export { changesDocs } from './changes.docs.schemas.ts';
export {
  asFeedEntry,
  isCutBySize,
  makeChangesRepository,
  makeReadChanges,
  nextRecords,
  type RecordColumns,
  readPageAndProgress,
} from './changes.repository.ts';
export type { Entries, FollowChanges } from './follow-changes.ts';
