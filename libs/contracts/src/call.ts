/** Until when an answer is of use, and in which trace it is asked for. Everything that leaves the process is given one. */
export interface Call {
  /** By this process's monotonic clock (`performance.now()`): between processes only durations travel. */
  readonly deadline: number;
  /** The W3C header. */
  readonly traceparent?: string | undefined;
  /** The company that it is made for: none takes all connections to the database. */
  readonly empresa_id?: string | undefined;
}

/** For background work, which belongs to no request. */
export const callWithin = (milliseconds: number): Call => ({ deadline: performance.now() + milliseconds });

export const millisecondsLeft = ({ deadline }: Call): number => deadline - performance.now();
