export { brokenRules } from './broken-rules.ts';
export { collectPages } from './collect-pages.ts';
export { hasPromtool, hasTool, outputOf } from './config.ts';
export { makeFollower } from './follower.ts';
export { asEmpresa, testSecret } from './identity.ts';
export { listPlans } from './list-plans.ts';
export { residentMegabytes } from './memory.ts';
export { type CollectedSpan, type OtlpSink, startOtlpSink } from './otlp-sink.ts';
export { pairwise } from './pairwise.ts';
export { bestOfThree, cpuMs, maxPauseMs } from './pauses.ts';
export {
  type ExplainedStatement,
  explainStatements,
  numberedId,
  readExplained,
  recordsOf,
  tableStates,
} from './plans.ts';
export { countPreparedPages } from './prepared-pages.ts';
export { makeRandom, type Random } from './random.ts';
export { clientBody, productBody, representadaBody, saleBody } from './records.ts';
export { withoutAudit } from './refuse-audit.ts';
export { clientAccount, fenceReply, foundClient, foundEmpresa, foundRepresentada } from './replies.ts';
export {
  maintenanceUrl,
  type ServiceStack,
  startServiceStack,
  startTestDatabase,
  startTestStack,
  type TestDatabase,
  type TestStack,
} from './stack.ts';
export { startStopwatch } from './stopwatch.ts';
export { makeTemporaryFolder } from './temporary-folder.ts';
export { plannedCall, testPlans } from './test-plans.ts';
export { until } from './until.ts';
