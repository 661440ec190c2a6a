/** Where a piece of work stands in a trace. */
export interface TraceContext {
  traceId: string;
  spanId: string;
  sampled: boolean;
}

/** The W3C header, whose ids must not be zero. */
const form = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
const traceIdIn = (traceparent: string): string => traceparent.slice(3, 35);
const sampledFlag = 1;

/**
 * The trace travels as the text of its W3C header, in the calls of this system as between its processes: nothing has to
 * be found again behind an `await`, which would cost every request 15 to 20 percent.
 */
export const contextOf = (traceparent: string | undefined): TraceContext | undefined => {
  if (!traceparent || !form.test(traceparent)) return undefined;
  const flags = Number.parseInt(traceparent.slice(53), 16);
  return { traceId: traceIdIn(traceparent), spanId: traceparent.slice(36, 52), sampled: (flags & sampledFlag) !== 0 };
};

/** For the logs. */
export const traceIdOf = (traceparent: unknown): string | undefined =>
  typeof traceparent === 'string' && form.test(traceparent) ? traceIdIn(traceparent) : undefined;

export const traceparentOf = ({ traceId, spanId, sampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;

/** Not of node:crypto, which takes as long for it as the whole span: ids need not be secret. */
const fourBytes = (): string =>
  Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');

/** Of this process; a count tells its spans apart. It begins and ends where it has eight digits. */
const ownHalf = fourBytes();
const [first, last] = [0x1000_0000, 0xffff_ffff];
let count = first;

export const newSpanId = (): string => {
  count = count === last ? first : count + 1;
  return ownHalf + count.toString(16);
};

/** All of it is random, as the W3C wants it: which traces are kept depends on it (sampling.ts). */
export const newTraceId = (): string => fourBytes() + fourBytes() + fourBytes() + fourBytes();
