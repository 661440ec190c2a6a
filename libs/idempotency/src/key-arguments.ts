import type { Database, Fragment } from '@representa/postgres';
import type { EmpresaCall } from '@representa/service-kit';

/** The arguments `p_key, p_fingerprint` of a function that creates something once per Idempotency-Key. */
export const keyArguments = (sql: Database, { idempotency }: EmpresaCall): Fragment =>
  sql`${idempotency?.key ?? null}, ${idempotency?.fingerprint ?? null}`;
