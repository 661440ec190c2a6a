import { type SpanContext, TraceFlags } from '@opentelemetry/api';

/** The W3C header, version 00: trace id, span id, flags. An id of zeros is invalid. */
const pattern = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Returns undefined for a header that is missing or malformed. */
export const parseTraceparent = (traceparent: unknown): SpanContext | undefined => {
  if (typeof traceparent !== 'string' || !pattern.test(traceparent)) return undefined;
  return {
    traceId: traceparent.slice(3, 35),
    spanId: traceparent.slice(36, 52),
    traceFlags: Number.parseInt(traceparent.slice(53), 16),
    isRemote: true,
  };
};

/** Reads only the last flag, so a malformed header may pass. */
export const isSampled = (traceparent: string | undefined): boolean =>
  traceparent !== undefined && (Number.parseInt(traceparent.slice(-1), 16) & TraceFlags.SAMPLED) !== 0;

export const formatTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

/** The fields by which a log line is found from its trace. */
export const traceFieldsOf = (traceparent: unknown): { trace_id: string; span_id: string } | undefined => {
  const context = parseTraceparent(traceparent);
  return context && { trace_id: context.traceId, span_id: context.spanId };
};
