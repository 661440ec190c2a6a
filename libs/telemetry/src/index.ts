export { type DependencyLog, makeDependencyLog } from './dependency-log.ts';
export { codeOf, type Log, type Logger, makeLogger, reasonOf, silentLog } from './logger.ts';
export { observeCounter, observeGauge } from './metrics.ts';
export { attributeNames } from './names.ts';
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
