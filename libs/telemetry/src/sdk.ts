import {
  type Attributes,
  type Context,
  type ContextManager,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { NodeSDK } from '@opentelemetry/sdk-node';
import type { TraceContext } from './trace-context.ts';

/**
 * Keeps nothing: the trace travels in the calls (trace-context.ts). The SDK's own manager follows every promise, which
 * cost as much as all the spans together.
 */
const contextManager: ContextManager = {
  active: () => ROOT_CONTEXT,
  with: (_context, carryOut, self, ...args) => carryOut.apply(self, args),
  bind: (_context, target) => target,
  enable: () => contextManager,
  disable: () => contextManager,
};

/** Of a piece of work that is over. */
export interface FinishedSpan {
  context: TraceContext;
  parent: TraceContext | undefined;
  name: string;
  answering: boolean;
  attributes: Attributes;
  failed: boolean;
  /** By `performance.now()`. */
  begun: number;
  ended: number;
}

export interface Sdk {
  addSpan(span: FinishedSpan): void;
  stop(): Promise<void>;
}

/** Loaded only when there is an exporter: it is larger than the process it observes. */
export const startSdk = (process: string): Sdk => {
  // Ids are given out when work begins (trace-context.ts), before the SDK hears of it.
  let next: TraceContext | undefined;
  const idGenerator = {
    generateTraceId: () => next?.traceId ?? '',
    generateSpanId: () => next?.spanId ?? '',
  };
  const sdk = new NodeSDK({
    serviceName: process,
    instrumentations: [],
    autoDetectResources: false,
    contextManager,
    idGenerator,
  });
  sdk.start();
  const tracer = trace.getTracer('representa');
  const epochNow = makeEpoch();
  return {
    addSpan: ({ context, parent, name, answering, attributes, failed, begun, ended }) => {
      next = context;
      const kind = answering ? SpanKind.SERVER : SpanKind.CLIENT;
      const epoch = epochNow();
      const span = tracer.startSpan(name, { kind, attributes, startTime: epoch + begun }, asParent(parent));
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(epoch + ended);
    },
    stop: () => sdk.shutdown(),
  };
};

const tolerableMs = 5;

/**
 * When `performance.now()` was zero, in milliseconds since 1970; another moment only when the machine's clock was set or has
 * drifted. By itself, the SDK would take it anew for every span, by a clock of whole milliseconds, and no child would
 * fit into its parent.
 */
const makeEpoch = (): (() => number) => {
  let epoch = performance.timeOrigin;
  return () => {
    const now = Date.now() - performance.now();
    if (Math.abs(now - epoch) > tolerableMs) epoch = now;
    return epoch;
  };
};

const asParent = (parent: TraceContext | undefined): Context => {
  if (!parent) return ROOT_CONTEXT;
  const { traceId, spanId } = parent;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });
};
