/** One request as the code below a route sees it: for which company, and until when its answer is of use. */
export interface Call {
  readonly empresa_id: string;
  readonly time_zone: string;
  readonly deadline: number;
  readonly request_id: string;
  readonly traceparent: string | undefined;
  readonly idempotency?: Idempotency;
}

/** A caller's promise that all requests with this key are one and the same. */
export interface Idempotency {
  readonly key: string;
  readonly fingerprint: Buffer;
}
