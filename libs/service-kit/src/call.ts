import type { CompanyCall } from '@representa/contracts';

/** A request as the code below its route sees it. */
export interface RequestCall extends CompanyCall {
  readonly time_zone: string;
  readonly request_id: string;
  readonly idempotency?: Idempotency;
  /** The versions that `If-Match` accepts; undefined when any will do. */
  readonly ifMatch?: readonly number[] | undefined;
  /** The caller asked for strict handling (`Prefer`). */
  readonly isStrict?: boolean;
  /** Whether the caller has closed its connection: a request that waits ends then. */
  readonly hasCallerLeft?: () => boolean;
  /** The API key that was used, for histories. */
  readonly key: KeyReference;
  /** The caller's address, for the audit. */
  readonly address: string;
}

interface KeyReference {
  readonly id: string;
  readonly prefix: string;
}

/** A caller's promise that all requests with this key are one and the same. */
export interface Idempotency {
  readonly key: string;
  readonly fingerprint: Buffer;
}
