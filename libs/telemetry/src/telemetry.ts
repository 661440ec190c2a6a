import type { Attributes } from '@opentelemetry/api';
import type { Call } from '@representa/contracts';
import { type Batched, batched } from './batched.ts';
import {
  applySettings,
  areMetricsExported,
  areTracesExported,
  isExportConfigured,
  samplerSettings,
  sdkSettings,
} from './config.ts';
import { type Durations, makeDurations, observeEventLoop } from './metrics.ts';
import { type IsSampled, makeIsSampled } from './sampling.ts';
import type { FinishedSpan } from './sdk.ts';
import { contextOf, newSpanId, newTraceId, type TraceContext, traceparentOf } from './trace-context.ts';

interface Telemetry {
  areTraced: boolean;
  isSampled: IsSampled;
  finished: Batched<Finished>;
}

/** Undefined while nobody listens: then nothing below costs more than a look at it. */
let telemetry: Telemetry | undefined;

/** To be called before anything else is made. Says how to send what is left when the process goes. */
export const startTelemetry = async (process: string): Promise<() => Promise<void>> => {
  if (!isExportConfigured()) return async () => {};
  const isSampled = makeIsSampled(samplerSettings());
  const [areTraced, areMeasured] = [areTracesExported(), areMetricsExported()];
  applySettings(sdkSettings());
  const { startSdk } = await import('./sdk.ts');
  const sdk = startSdk(process);
  const durations = makeDurations();
  const finished = batched<Finished>((all) => {
    for (const { kind, labels, span } of all) {
      if (areMeasured) {
        durations[kind].record((span.ended - span.begun) / 1_000, { process, ...labels, ...span.attributes });
      }
      if (areTraced && span.context.sampled) sdk.addSpan(span);
    }
  });
  telemetry = { areTraced, isSampled, finished };
  if (areMeasured) observeEventLoop(process);
  return () => {
    finished.flush();
    return sdk.stop();
  };
};

export const isTelemetryOn = (): boolean => telemetry !== undefined;

export interface Work {
  /** Which duration it counts for. */
  kind: keyof Durations;
  /** Answering somebody else, rather than asking. */
  answering: boolean;
  name: string;
  /** Of the duration only: the span's name and kind say the same. */
  labels: Attributes;
}

interface Finished extends Pick<Work, 'kind' | 'labels'> {
  span: FinishedSpan;
}

export interface Observed {
  traceparent: string;
  end(outcome: { failed: boolean; attributes: Attributes }): void;
}

/** Begins a piece of work in its caller's trace. Only while telemetry is on. */
export const observe = (
  caller: Pick<Call, 'traceparent'>,
  { kind, answering, name, labels }: Work,
): Observed | undefined => {
  if (!telemetry) return undefined;
  const { areTraced, isSampled, finished } = telemetry;
  const begun = performance.now();
  const parent = contextOf(caller.traceparent);
  const traceId = parent?.traceId ?? newTraceId();
  const context: TraceContext = { traceId, spanId: newSpanId(), sampled: isSampled(traceId, parent) };
  return {
    // Who sends no spans must not come between those who do; but the logs can always tell a trace.
    traceparent: traceparentOf(areTraced || !parent ? context : parent),
    end: ({ failed, attributes }) => {
      const span = { context, parent, name, answering, attributes, failed, begun, ended: performance.now() };
      finished.add({ kind, labels, span });
    },
  };
};

/** Carries out a piece of work in its caller's trace; what it asks others belongs to it. */
export const observed = async <Caller extends Call, Result>(
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
