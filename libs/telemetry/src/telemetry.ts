import {
  type Attributes,
  INVALID_SPAN_CONTEXT,
  isSpanContextValid,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { Trace } from '@representa/contracts';
import {
  applySettings,
  areMetricsExported,
  isExportConfigured,
  readVersion,
  sdkSettings,
  type TelemetryOptions,
} from './config.ts';
import { codeOf } from './logger.ts';
import { type DurationName, type Durations, makeDurations } from './metrics.ts';
import { attributeNames } from './names.ts';
import { observeRuntime } from './runtime-metrics.ts';
import { formatTraceparent, isSampled, parseTraceparent } from './traceparent.ts';

/** Larger than the error of reading two clocks one after the other. */
const toleratedMs = 5;

/** When `performance.now()` was zero, in milliseconds since 1970. */
let origin = performance.timeOrigin;

/**
 * Milliseconds since 1970, with fractions, of a time by `performance.now()`. By default the SDK starts spans at whole
 * milliseconds, so a child could end after its parent.
 */
const epochOf = (time: number): number => {
  const now = Date.now();
  // The system clock was set, or the machine was suspended.
  if (Math.abs(now - origin - time) > toleratedMs) origin = now - time;
  return origin + time;
};

interface Telemetry {
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
  const stopRuntime = durations && observeRuntime(readVersion());
  const followsParent = settings.OTEL_TRACES_SAMPLER.startsWith('parentbased_');
  telemetry = { tracer: trace.getTracer('representa'), followsParent, durations };
  return async () => {
    telemetry = undefined;
    stopRuntime?.();
    await stopSdk();
  };
};

export const isTelemetryOn = (): boolean => telemetry !== undefined;

const spanKinds: Readonly<Record<DurationName, SpanKind>> = {
  'http.server.request.duration': SpanKind.SERVER,
  'http.client.request.duration': SpanKind.CLIENT,
  'messaging.client.operation.duration': SpanKind.CLIENT,
  'messaging.process.duration': SpanKind.CONSUMER,
  'db.client.operation.duration': SpanKind.CLIENT,
};

export interface Work {
  /** The metric that its duration is counted in. The kind of the span follows from it. */
  duration: DurationName;
  /** The name of the span. */
  name: string;
  /** For the span and the metric, so they must have few different values. */
  attributes: Attributes;
}

interface Outcome {
  attributes?: Attributes | undefined;
  /** For the span only. */
  spanAttributes?: Attributes | undefined;
  /** Undefined when it did not fail. */
  errorType?: string | undefined;
}

interface Observed {
  /** The new span's. When traces are not exported, the caller's, unchanged. */
  traceparent: string | undefined;
  /** The span is recorded: attributes of it are worth computing. */
  isRecording: boolean;
  /** False: there is neither a span nor a metric, and `end` need not be called. */
  isCounted: boolean;
  end(outcome: Outcome): void;
}

/** Every span of a request has these, also in other processes. */
const requestAttributes = ({ empresa_id, request_id }: Trace): Attributes => ({
  ...(empresa_id && { [attributeNames.empresaId]: empresa_id }),
  ...(request_id && { [attributeNames.requestId]: request_id }),
});

/** Starts the span of a request, which may begin a trace. Returns undefined when nothing is to be recorded. */
export const observeRequest = (caller: Trace, work: Work): Observed | undefined => {
  if (!telemetry) return undefined;
  const parent = parseTraceparent(caller.traceparent);
  const hasSpan = !parent || !telemetry.followsParent || isSampled(caller.traceparent);
  return start(telemetry, caller, work, parent, hasSpan);
};

/**
 * Starts the span of a call that is made for a request. Returns undefined when nothing is to be recorded. Follows the decision
 * for the request, and begins no trace: background work looks for something to do all the time, and mostly finds nothing.
 * `describe` is called only if the call is recorded: at a low ratio most requests are not sampled, which one character tells.
 */
export const observeCall = (call: Trace, describe: () => Work): Observed | undefined => {
  if (!telemetry || !(telemetry.durations || isSampled(call.traceparent))) return undefined;
  const parent = parseTraceparent(call.traceparent);
  return start(telemetry, call, describe(), parent, parent !== undefined && isSampled(call.traceparent));
};

const start = (
  { tracer, durations }: Telemetry,
  call: Trace,
  { duration, name, attributes }: Work,
  parent: SpanContext | undefined,
  hasSpan: boolean,
): Observed | undefined => {
  if (!hasSpan && !durations) return undefined;
  const startedAt = performance.now();
  const startTime = epochOf(startedAt);
  const span = hasSpan
    ? tracer.startSpan(
        name,
        { kind: spanKinds[duration], startTime, attributes: { ...attributes, ...requestAttributes(call) } },
        parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
      )
    : trace.wrapSpanContext(parent ?? INVALID_SPAN_CONTEXT);
  // Without a trace exporter the API's tracer does nothing. Its span has the parent's context, or an invalid one.
  const spanContext = span.spanContext();
  return {
    traceparent: isSpanContextValid(spanContext) ? formatTraceparent(spanContext) : call.traceparent,
    isRecording: span.isRecording(),
    isCounted: span.isRecording() || durations !== undefined,
    end: ({ attributes: more, spanAttributes, errorType }) => {
      const elapsedMs = performance.now() - startedAt;
      const error = errorType === undefined ? undefined : { [attributeNames.errorType]: errorType };
      durations?.[duration].record(elapsedMs / 1_000, { ...attributes, ...more, ...error });
      if (!span.isRecording()) return;
      span.setAttributes({ ...more, ...spanAttributes, ...error });
      if (error) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(startTime + elapsedMs);
    },
  };
};

/** A code, or the name of the error's class, so that there are few different values. */
export const errorTypeOf = (error: unknown): string =>
  codeOf(error) || (error instanceof Error ? error.name : '_OTHER');

/** Runs work in a span of its own. Calls that it makes with the given call become children of that span. */
export const observed = <Call extends Trace, Result>(
  call: Call,
  describe: () => Work,
  run: (call: Call) => Promise<Result>,
): Promise<Result> => {
  const observation = observeCall(call, describe);
  return observation ? runObserved(observation, call, run) : run(call);
};

const runObserved = async <Call extends Trace, Result>(
  observation: Observed,
  call: Call,
  run: (call: Call) => Promise<Result>,
): Promise<Result> => {
  try {
    const result = await run({ ...call, traceparent: observation.traceparent });
    observation.end({});
    return result;
  } catch (error) {
    observation.end({ errorType: errorTypeOf(error) });
    throw error;
  }
};
