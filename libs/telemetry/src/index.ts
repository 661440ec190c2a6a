export { type Logger, makeLogger } from './logger.ts';
export { observeCounter, observeGauge } from './metrics.ts';
export { isTelemetryOn, observe, observed, startTelemetry } from './telemetry.ts';
export { traceIdOf } from './trace-context.ts';
