import type { Call } from '@representa/contracts';

/** A request as the code below its route sees it: a call on behalf of one company. */
export interface EmpresaCall extends Call {
  readonly empresa_id: string;
  readonly time_zone: string;
  readonly request_id: string;
  readonly idempotency?: Idempotency;
}

/** A caller's promise that all requests with this key are one and the same. */
export interface Idempotency {
  readonly key: string;
  readonly fingerprint: Buffer;
}
