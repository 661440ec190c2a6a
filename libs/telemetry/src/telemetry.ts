import {
  type Attributes,
  INVALID_SPAN_CONTEXT,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { Trace } from '@representa/contracts';
import { epochOf } from './clock.ts';
import {
  applySettings,
  areMetricsExported,
  isExportConfigured,
  readVersion,
  sdkSettings,
  type TelemetryOptions,
} from './config.ts';
import { type DurationName, type Durations, makeDurations } from './metrics.ts';
import { attributeNames } from './names.ts';
import { codeOf } from './reason.ts';
import { observeRuntime } from './runtime-metrics.ts';
import { formatTraceparent, isSampled, parseTraceparent } from './traceparent.ts';

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

/**
 * Whether a call that is made for a request is recorded. Ask before describing the work: at a low ratio most requests are
 * not sampled, and the answer is in one character.
 */
export const isObserved = ({ traceparent }: Trace): boolean =>
  telemetry !== undefined && (telemetry.durations !== undefined || isSampled(traceparent));

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
  /** Of the span. */
  name: string;
  /** Of the span and of the metric: few different values. */
  attributes: Attributes;
}

export interface Outcome {
  attributes?: Attributes | undefined;
  /** Of the span only. */
  spanAttributes?: Attributes | undefined;
  /** Undefined when it did not fail. */
  errorType?: string | undefined;
}

export interface Observed {
  /** Of the new span. When traces are not exported, the caller's, unchanged. */
  traceparent: string | undefined;
  /** The span is recorded: attributes of it are worth computing. */
  isRecording: boolean;
  /** False: there is neither a span nor a metric, and `end` need not be called. */
  isCounted: boolean;
  end(outcome: Outcome): void;
}

/** Of every span of a request, also in other processes. */
const requestAttributes = ({ empresa_id, request_id }: Trace): Attributes => ({
  ...(empresa_id && { [attributeNames.empresaId]: empresa_id }),
  ...(request_id && { [attributeNames.requestId]: request_id }),
});

/**
 * Starts a span as a child of the caller's. Returns undefined when nothing is to be recorded. Only a request begins a
 * trace: background work looks for something to do all the time, and mostly finds nothing.
 */
export const observe = (call: Trace, { duration, name, attributes }: Work): Observed | undefined => {
  if (!telemetry) return undefined;
  const { tracer, followsParent, durations } = telemetry;
  const parent = parseTraceparent(call.traceparent);
  const isRequest = duration === 'http.server.request.duration';
  // What a request causes follows the decision for the request, which was made in this process or by the gateway.
  const isUnsampled = (followsParent || !isRequest) && parent && (parent.traceFlags & TraceFlags.SAMPLED) === 0;
  const isBackground = !parent && !isRequest;
  if ((isUnsampled || isBackground) && !durations) return undefined;
  const startedAt = performance.now();
  const startTime = epochOf(startedAt);
  const span =
    isUnsampled || isBackground
      ? trace.wrapSpanContext(parent ?? INVALID_SPAN_CONTEXT)
      : tracer.startSpan(
          name,
          { kind: spanKinds[duration], startTime, attributes: { ...attributes, ...requestAttributes(call) } },
          parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
        );
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

/** A code, or the name of the error's class: few different values. */
export const errorTypeOf = (error: unknown): string =>
  codeOf(error) || (error instanceof Error ? error.name : '_OTHER');

/**
 * Runs work in a span of its own. Calls that it makes with the given call become children of that span. `describe` is called
 * only if the work is recorded.
 */
export const observed = <Call extends Trace, Result>(
  call: Call,
  describe: () => Work,
  run: (call: Call) => Promise<Result>,
): Promise<Result> => (isObserved(call) ? runObserved(call, describe(), run) : run(call));

const runObserved = async <Call extends Trace, Result>(
  call: Call,
  work: Work,
  run: (call: Call) => Promise<Result>,
): Promise<Result> => {
  const observation = observe(call, work);
  if (!observation) return run(call);
  try {
    const result = await run({ ...call, traceparent: observation.traceparent });
    observation.end({});
    return result;
  } catch (error) {
    observation.end({ errorType: errorTypeOf(error) });
    throw error;
  }
};
