import { type Attributes, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { applySettings, exporterSettings, isExportConfigured } from './config.ts';
import { type Durations, makeDurations, observeEventLoop } from './metrics.ts';
import { contextOf, traceparentOf } from './trace-context.ts';

interface Telemetry {
  process: string;
  tracer: Tracer;
  durations: Durations;
}

/** Undefined while nobody listens: then nothing below costs more than a look at it. */
let telemetry: Telemetry | undefined;

/** To be called before anything else is made. Says how to send what is left when the process goes. */
export const startTelemetry = async (process: string): Promise<() => Promise<void>> => {
  if (!isExportConfigured()) return async () => {};
  applySettings(exporterSettings());
  const { startSdk } = await import('./sdk.ts');
  const stop = startSdk(process);
  telemetry = { process, tracer: trace.getTracer('representa'), durations: makeDurations() };
  observeEventLoop(process);
  return stop;
};

export const isTelemetryOn = (): boolean => telemetry !== undefined;

export interface Traced {
  readonly traceparent?: string | undefined;
}

export interface Work {
  /** Which duration it counts for. */
  kind: keyof Durations;
  /** Answering somebody else, rather than asking. */
  answering: boolean;
  name: string;
  attributes: Attributes;
}

export interface Observed {
  traceparent: string;
  end(outcome: { failed: boolean; attributes?: Attributes }): void;
}

/** Begins a piece of work in its caller's trace. Only while telemetry is on. */
export const observe = (caller: Traced, { kind, answering, name, attributes }: Work): Observed | undefined => {
  if (!telemetry) return undefined;
  const { process, tracer, durations } = telemetry;
  const begun = performance.now();
  const spanKind = answering ? SpanKind.SERVER : SpanKind.CLIENT;
  const span: Span = tracer.startSpan(name, { kind: spanKind }, contextOf(caller.traceparent));
  return {
    traceparent: traceparentOf(span),
    end: ({ failed, attributes: more = {} }) => {
      durations[kind].record((performance.now() - begun) / 1_000, { process, ...attributes, ...more });
      // Not `attributes`, which the span's name and kind say already.
      span.setAttributes(more);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
};

/** Carries out a piece of work in its caller's trace; what it asks others belongs to it. */
export const observed = async <Caller extends Traced, Result>(
  caller: Caller,
  work: Work,
  carryOut: (caller: Caller) => Promise<Result>,
): Promise<Result> => {
  const observation = observe(caller, work);
  if (!observation) return carryOut(caller);
  try {
    const result = await carryOut({ ...caller, traceparent: observation.traceparent });
    observation.end({ failed: false, attributes: { outcome: 'ok' } });
    return result;
  } catch (error) {
    observation.end({ failed: true, attributes: { outcome: 'failed' } });
    throw error;
  }
};
