export { hasPromtool, hasTool, outputOf } from './config.ts';
export { brokenRules, withoutAudit } from './database.ts';
export { collectPages, makeFollower } from './follow.ts';
export { listPlans } from './list-plans.ts';
export { type CollectedSpan, type OtlpSink, startOtlpSink } from './otlp-sink.ts';
export { pairwise } from './pairwise.ts';
export {
  type ExplainedStatement,
  explainStatements,
  numberedId,
  readExplained,
  recordsOf,
  tableStates,
} from './plans.ts';
export { makeRandom, type Random } from './random.ts';
export {
  clientAccount,
  describedRepresentada,
  fenceReply,
  foundClient,
  foundEmpresa,
  foundRepresentada,
} from './replies.ts';
export {
  asEmpresa,
  asksForProblem,
  clientBody,
  productBody,
  representadaBody,
  saleBody,
  testSecret,
} from './requests.ts';
export {
  maintenanceUrl,
  type ServiceStack,
  startServiceStack,
  startTestDatabase,
  startTestStack,
  type TestDatabase,
  type TestStack,
} from './stack.ts';
export { makeTemporaryFolder } from './temporary-folder.ts';
export { countPreparedPages, plannedCall, testPlans } from './test-plans.ts';
export { startStopwatch, until } from './until.ts';
export { bestOfThree, cpuMs, maxPauseMs, residentMegabytes } from './usage.ts';
