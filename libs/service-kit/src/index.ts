export type { EmpresaCall, Idempotency } from './call.ts';
export { baseEnvironment, migrateEnvironment, readEnvironment } from './config.ts';
export { cursorOnlyQuery, cursorParameter } from './cursor.schemas.ts';
export { answerByCursor, decodeCursor, encodeCursor } from './cursor.ts';
export { atEndOfTurn } from './end-of-turn.ts';
export { makeEpisode } from './episode.ts';
export { passFaultPoint } from './fault-point.ts';
export { addHealth } from './health.ts';
export { HttpError } from './http-error.ts';
export { bodyTypeError, parseJsonBodies } from './json-body.ts';
export {
  bodyTooLarge,
  exportsBusy,
  exportsRunning,
  fileTooLarge,
  importRunning,
  importsBusy,
  incompleteFile,
  invalidCursor,
  invalidInput,
  preconditionFailed,
  serviceUnavailable,
  unsupportedEncoding,
  unsupportedMediaType,
} from './kit.errors.ts';
export { makeAnswerList, positionParts } from './lists.ts';
export { makeLogRefusal } from './log-refusals.ts';
export { allowLongUpload, endLongUpload, isLongUpload } from './long-uploads.ts';
export { missingDependencies } from './missing-dependencies.ts';
export { addNotFound } from './not-found.ts';
export { observeRequests, withoutQuery } from './observe-requests.ts';
export { examplesOf } from './openapi/describe-errors.ts';
export { describeResource, type OperationDocs } from './openapi/docs.ts';
export { documentedAs, type JsonSchema } from './openapi/json-schema.ts';
export { collectOpenApi, type OpenApiPart } from './openapi/publish.ts';
export { answerOtherMethods } from './other-methods.ts';
export { makeOverloadHook, refuseOverload } from './overload.ts';
export {
  booleanQuery,
  listQuery,
  orderedBy,
  pageOrCursor,
  pageQuery,
  searchText,
  withIssues,
} from './pagination.ts';
export { checkQueryParameters } from './query-parameters.ts';
export { renderError } from './render-error.ts';
export { cursorReply, listReply, messageReply, recordReply, timestamp } from './replies.schemas.ts';
export { finalStatusOf, onReplyOver } from './reply-over.ts';
export { run } from './run.ts';
export { runMigrations } from './run-migrations.ts';
export { connectProcess, runService } from './run-service.ts';
export { type App, bodyLimit, makeServer } from './server.ts';
export { makeService, type ServiceDependencies } from './service.ts';
export { makeSlots, type TakeSlot } from './slots.ts';
export { addSweeper } from './sweeper.ts';
export { makeTally } from './tally.ts';
export { blankAsNull, emptiedByNull, line, recordId, text } from './text.ts';
export {
  compileValidator,
  type FoundIssue,
  InvalidInput,
  invalidIssues,
  refuseAlsoInvalid,
  renderInvalidInput,
} from './validation.ts';
export { asFields, asIssues } from './validation-details.ts';
export {
  acceptedVersions,
  matchesEtag,
  replyUnlessKnown,
  replyWithRecord,
  type Versioned,
  versionConflict,
} from './versions.ts';
