export { addAudit } from './audit/add-audit.ts';
export { type AuditRepository, makeAuditRepository } from './audit/audit.repository.ts';
export { findFault, type LinkFault, readHashed } from './audit/chain.ts';
export { makeReadableAudit, type ReadableAudit } from './audit/readable-audit.ts';
export { addRetention, makeRemoveOld } from './audit/retention.ts';
export { addChanges, addChangesRoute } from './changes/add-changes.ts';
export {
  asFeedEntry,
  isCutBySize,
  makeChangesRepository,
  nextRecords,
  type RecordColumns,
  readPageAndProgress,
} from './changes/changes.repository.ts';
export { changesDocs } from './changes/changes.schemas.ts';
export type { Entries, FollowChanges } from './changes/follow-changes.ts';
export { fillCompany } from './demo/fill-company.ts';
export { runFillDemo, type SendDemo } from './demo/run-fill-demo.ts';
export { addIdempotency } from './idempotency/add-idempotency.ts';
export { answerCreation, type CreateOnce } from './idempotency/create-once.ts';
export { makeKeptAnswers, parseStored } from './idempotency/kept-answers.repository.ts';
export {
  type ChangesOf,
  defineRecord,
  type NewOf,
  type RecordDefinition,
  type ShownBy,
  type SummaryOf,
} from './records/define-record.ts';
export {
  addExternalIds,
  externalId,
  externalIdField,
  externalIdFilter,
  externalIdQuery,
  findExternal,
  idOrExternal,
  isExternal,
} from './records/external-id.ts';
export {
  fixed,
  inDetail,
  readOnly,
  required,
  textOrEmpty,
  textOrNull,
  updatable,
  whenSet,
  withDefault,
} from './records/field.ts';
export { ativoFilter, listRecords, shownList } from './records/list-records.ts';
export { makeRecords } from './records/make-records.ts';
export { makeMoveRegister } from './records/move-register.ts';
export { changedFieldsText, insertTexts, setFieldsText, setText } from './records/record-sql.ts';
export { type Caller, callerOf, writeRecord } from './records/write-record.ts';
export { addReferenceOwner } from './references/add-reference-owner.ts';
export type { DeleteRecord } from './references/fenced-delete.ts';
export { type DeleteAttempt, makeOwnedRecords, type Renamed } from './references/owned-records.repository.ts';
export { maxRenamed, type PushRenames } from './references/push-rename.ts';
