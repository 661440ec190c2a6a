export type { EmpresaCall, Idempotency } from './call.ts';
export { HttpError } from './http-error.ts';
export {
  bodyTooLarge,
  exportsBusy,
  exportsRunning,
  fileTooLarge,
  formatNumber,
  importRunning,
  importsBusy,
  incompleteFile,
  invalidCursor,
  invalidInput,
  malformedUrl,
  preconditionFailed,
  serviceUnavailable,
  tooManyAtOnce,
  unsupportedEncoding,
  unsupportedMediaType,
} from './kit.errors.ts';
export {
  cursorOnlyQuery,
  cursorParameter,
  listQuery,
  orderedBy,
  pageLimit,
  pageOrCursor,
  searchText,
  withIssues,
} from './lists/lists.schemas.ts';
export { answerByCursor, decodeCursor, encodeCursor, makeAnswerList, positionParts } from './lists/lists.ts';
export { errorHeaders, examplesOf } from './openapi/describe-errors.ts';
export { describeResource, type OperationDocs } from './openapi/docs.ts';
export { documentedAs, type JsonSchema, replyShownAs } from './openapi/json-schema.ts';
export { collectOpenApi, type OpenApiPart } from './openapi/publish.ts';
export { waitMsOf, waitSeconds } from './overload/long-poll.ts';
export { makeSlots, type TakeSlot } from './overload/slots.ts';
export { insideCaps, limitWork, makeIsLate, makeWorkQueue, type TakeTurn } from './overload/work.ts';
export { baseEnvironment, commaSeparated, listenHost, migrateEnvironment, readEnvironment } from './process/config.ts';
export { passFaultPoint } from './process/fault-point.ts';
export { addHealth } from './process/health.ts';
export { missingDependencies } from './process/missing-dependencies.ts';
export { run } from './process/run.ts';
export { connectProcess, runMigrations, runService } from './process/run-service.ts';
export { addSweeper } from './process/sweeper.ts';
export {
  cursorReply,
  eitherPage,
  listReply,
  messageReply,
  numberedPage,
  recordReply,
  timestamp,
} from './replies/replies.schemas.ts';
export {
  acceptedVersions,
  matchesEtag,
  refuseIfMatch,
  replyUnlessKnown,
  replyWithRecord,
  type Versioned,
  versionConflict,
} from './replies/versions.ts';
export { isSameSecret } from './server/identity.ts';
export { bodyTypeError, parseJsonBodies } from './server/json-body.ts';
export { makeLogParserError } from './server/log-parser-errors.ts';
export { allowLongUpload, endLongUpload, isLongUpload } from './server/long-uploads.ts';
export { observeRequests, withoutQuery } from './server/observe-requests.ts';
export { finalStatusOf, onReply } from './server/on-reply.ts';
export { addNotFound, allMethods, answerOtherMethods } from './server/other-methods.ts';
export { checkQueryParameters } from './server/query-parameters.ts';
export { renderError } from './server/render-error.ts';
export { type App, bodyLimit, makeServer } from './server/server.ts';
export { makeService, type ServiceDependencies } from './server/service.ts';
export { booleanQuery, booleanText, wholeWithin } from './validation/query-values.ts';
export { blankAsEmpty, blankAsNull, decimal, line, nilUuid, recordId, text } from './validation/text.ts';
export { type FoundIssue, invalidBody, invalidIssues, refuseAlsoInvalid } from './validation/validation.ts';
