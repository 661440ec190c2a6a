export { errorBodyFor } from '../error-body.ts';
export { bodyTooLarge, malformedUrl, tooManyAtOnce, unsupportedEncoding, unsupportedMediaType } from '../kit.errors.ts';
export { waitMsOf } from '../overload/long-poll.ts';
export { makeTakeSlot, type TakeSlot } from '../overload/slots.ts';
export { insideCaps, limitWork, makeIsLate, makeWorkQueue, type TakeTurn } from '../overload/work.ts';
export { isSameSecret } from '../server/identity.ts';
export { bodyTypeError, parseJsonBodies } from '../server/json-body.ts';
export { makeLogParserError } from '../server/log-parser-errors.ts';
export { allowLongUpload, endLongUpload, isLongUpload } from '../server/long-uploads.ts';
export { observeRequests, withoutQuery } from '../server/observe-requests.ts';
export { finalStatusOf, onReply } from '../server/on-reply.ts';
export { addNotFound, addPatches, allMethods, answerOtherMethods } from '../server/other-methods.ts';
export { checkQueryParameters } from '../server/query-parameters.ts';
export { renderError } from '../server/render-error.ts';
export { bodyLimit, makeServer } from '../server/server.ts';
export { makeService, type ServiceDependencies } from '../server/service.ts';
export { checkBodies } from '../validation/check-bodies.ts';
export {
  baseEnvironment,
  commaSeparated,
  fillEnvironment,
  listenHost,
  migrateEnvironment,
  readEnvironment,
  readFillUrl,
} from './config.ts';
export { passFaultPoint } from './fault-point.ts';
export { addHealth } from './health.ts';
export { missingDependencies } from './missing-dependencies.ts';
export { run } from './run.ts';
export { connectProcess, runMigrations, runService } from './run-service.ts';
export { addSweeper } from './sweeper.ts';
