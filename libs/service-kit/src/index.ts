export type { Idempotency, RequestCall } from './call.ts';
export { HttpError, type KeptError } from './http-error.ts';
export {
  fileTooLarge,
  formatNumber,
  importRunning,
  importsBusy,
  incompleteFile,
  invalidCursor,
  invalidInput,
  preconditionFailed,
  serviceUnavailable,
} from './kit.errors.ts';
export {
  cursorOnlyQuery,
  cursorParameter,
  limitUpTo,
  listQuery,
  orderedBy,
  pageLimit,
  pageOrCursor,
  searchText,
  withIssues,
} from './lists/lists.schemas.ts';
export { answerByCursor, decodeCursor, encodeCursor, makeAnswerList, positionParts } from './lists/lists.ts';
export { waitSeconds } from './overload/long-poll.ts';
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
export type { App } from './server/server.ts';
export { booleanQuery, booleanText, wholeWithin } from './validation/query-values.ts';
export { blankAsEmpty, blankAsNull, decimal, line, nilUuid, recordId, text } from './validation/text.ts';
export { asFault, type FoundIssue, invalidBody, invalidIssues, toldAs } from './validation/validation.ts';
export { codeOfIssue } from './validation/validation-details.ts';
