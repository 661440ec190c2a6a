import {
  type Attributes,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { Call } from '@representa/contracts';
import { epochOf } from './clock.ts';
import { applySettings, areMetricsExported, isExportConfigured, sdkSettings, type TelemetryOptions } from './config.ts';
import { type Durations, makeDurations, observeEventLoop } from './metrics.ts';
import { attributeNames } from './names.ts';
import { formatTraceparent, parseTraceparent } from './traceparent.ts';

interface Telemetry {
  processName: string;
  tracer: Tracer;
  /** The sampler takes over the decision of the parent. */
  followsParent: boolean;
  /** Undefined when metrics are not exported. */
  durations: Durations | undefined;
}

/** Undefined when no exporter is configured. */
let telemetry: Telemetry | undefined;

/** Call it before the first request. Returns a function that exports what is buffered and stops telemetry. */
export const startTelemetry = async (
  processName: string,
  options: TelemetryOptions = {},
): Promise<() => Promise<void>> => {
  if (!isExportConfigured()) return async () => {};
  const settings = sdkSettings(options);
  applySettings(settings);
  // Loaded only when needed: the SDK is larger than the rest of a process.
  const { startSdk } = await import('./sdk.ts');
  const stopSdk = startSdk(processName);
  const durations = areMetricsExported() ? makeDurations() : undefined;
  if (durations) observeEventLoop(processName);
  const followsParent = settings.OTEL_TRACES_SAMPLER.startsWith('parentbased_');
  telemetry = { processName, tracer: trace.getTracer('representa'), followsParent, durations };
  return async () => {
    telemetry = undefined;
    await stopSdk();
  };
};

export const isTelemetryOn = (): boolean => telemetry !== undefined;

export interface Work {
  /** Selects the duration metric. */
  kind: keyof Durations;
  /** True for a server span, false for a client span. */
  answering: boolean;
  name: string;
  /** Attributes of the duration metric only. The span's name and kind tell the same. */
  labels: Attributes;
}

export interface Observed {
  /** Of the new span. When traces are not exported, the caller's, unchanged. */
  traceparent: string | undefined;
  end(outcome: { failed: boolean; attributes: Attributes }): void;
}

/** Starts a span as a child of the caller's. Returns undefined when nothing is to be recorded. */
export const observe = (
  caller: Pick<Call, 'traceparent'>,
  { kind, answering, name, labels }: Work,
): Observed | undefined => {
  if (!telemetry) return undefined;
  const { processName, tracer, followsParent, durations } = telemetry;
  const parent = parseTraceparent(caller.traceparent);
  // The SDK would decide the same. At a low ratio most spans end here, so this keeps tracing cheap.
  const isUnsampled = followsParent && parent && (parent.traceFlags & TraceFlags.SAMPLED) === 0;
  if (isUnsampled && !durations) return undefined;
  const startedAt = performance.now();
  const startTime = epochOf(startedAt);
  const span = isUnsampled
    ? trace.wrapSpanContext(parent)
    : tracer.startSpan(
        name,
        { kind: answering ? SpanKind.SERVER : SpanKind.CLIENT, startTime },
        parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
      );
  // Without a trace exporter the API's tracer does nothing. Its span has the parent's context, or an invalid one.
  const spanContext = span.spanContext();
  return {
    traceparent: isSpanContextValid(spanContext) ? formatTraceparent(spanContext) : caller.traceparent,
    end: ({ failed, attributes }) => {
      const elapsedMs = performance.now() - startedAt;
      durations?.[kind].record(elapsedMs / 1_000, { [attributeNames.process]: processName, ...labels, ...attributes });
      if (!span.isRecording()) return;
      span.setAttributes(attributes);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(startTime + elapsedMs);
    },
  };
};

/** Runs work in a span of its own. Calls that it makes with the given call become children of that span. */
export const observed = async <Caller extends Call, Result>(
  caller: Caller,
  work: Work,
  run: (call: Caller) => Promise<Result>,
): Promise<Result> => {
  const observation = observe(caller, work);
  if (!observation) return run(caller);
  try {
    const result = await run({ ...caller, traceparent: observation.traceparent });
    observation.end({ failed: false, attributes: { [attributeNames.outcome]: 'ok' } });
    return result;
  } catch (error) {
    observation.end({ failed: true, attributes: { [attributeNames.outcome]: 'failed' } });
    throw error;
  }
};
