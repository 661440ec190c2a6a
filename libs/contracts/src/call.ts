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
