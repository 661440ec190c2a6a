export { type Logger, makeLogger } from './logger.ts';
export { observeCounter, observeGauge } from './metrics.ts';
export { attributeNames } from './names.ts';
export { isTelemetryOn, observe, observed, startTelemetry } from './telemetry.ts';
export { traceIdOf } from './traceparent.ts';
