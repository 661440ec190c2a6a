export { type DependencyLog, makeDependencyLog } from './dependency-log.ts';
export { type Log, type Logger, makeLogger, silentLog } from './logger.ts';
export { observeCounter, observeGauge } from './metrics.ts';
export { attributeNames } from './names.ts';
export { codeOf, reasonOf } from './reason.ts';
export {
  errorTypeOf,
  isTelemetryOn,
  observeCall,
  observed,
  observeRequest,
  startTelemetry,
  type Work,
} from './telemetry.ts';
export { traceFieldsOf } from './traceparent.ts';
