/** What spans and log lines tell of the request that they belong to. */
export interface Trace {
  /** The W3C header. */
  readonly traceparent?: string | undefined;
  /** Undefined until the key is looked up, and for background work. */
  readonly empresa_id?: string | undefined;
  readonly request_id?: string | undefined;
}

/** The deadline and the trace of a request. Every query and every message that leaves the process is given one. */
export interface Call extends Trace {
  /** By this process's monotonic clock (`performance.now()`): between processes only durations travel. */
  readonly deadline: number;
  /** Set for the answer to a batch. Several companies wait for it, so it uses no company's share of the database connections. */
  readonly isShared?: boolean;
}

/** A call on behalf of one company. */
export interface CompanyCall extends Call {
  readonly empresa_id: string;
}

/** For background work, which belongs to no request. */
export const callWithin = (milliseconds: number): Call => ({ deadline: performance.now() + milliseconds });

/** The call with less time: it ends after so many milliseconds, or earlier by its own deadline. */
export const atMost = <Given extends Call>(call: Given, milliseconds: number): Given => ({
  ...call,
  deadline: Math.min(call.deadline, callWithin(milliseconds).deadline),
});

export const millisecondsLeft = ({ deadline }: Call): number => deadline - performance.now();

/**
 * Deadlines nest: the innermost expires first, so that its error still reaches the caller. Each process gives the next
 * one what it has left, less this margin:
 *
 *   gateway      REQUEST_TIMEOUT_MS from the moment a request is complete (4 s unless given)
 *                longer for a request that waits for a change (long-poll.ts of service-kit); for a file, until its reply begins
 *   service      what the gateway has left, less 50 ms (`x-timeout-ms`); its SQL has until then
 *   NATS answer  what the asking service has left, at most 1 s, less 50 ms (`timeout-ms`)
 */
export const answerMarginMs = 50;

/** Limits of requests that stream. The gateway applies those of imports, too: their files pass through it. */
export const importLimits = {
  bytes: 20 * 1_048_576,
  /** For the file to arrive. */
  uploadMs: 60_000,
  /** Until the reply. */
  timeMs: 240_000,
} as const;
/**
 * For a payment of commissions to be taken back, which is all or nothing. What later payments left of it to allocate has no limit, and
 * each 10,000 allocations take a second. The gateway applies this time, too.
 */
export const reversalMs = 60_000;
export const exportLimits = { timeMs: 600_000 } as const;
