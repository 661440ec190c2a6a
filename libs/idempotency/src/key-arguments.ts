import { type Fragment, sql } from '@representa/postgres';
import type { EmpresaCall } from '@representa/service-kit';

/** The arguments `p_key, p_fingerprint` of a function that creates something once per Idempotency-Key. */
export const keyArguments = ({ idempotency }: EmpresaCall): Fragment =>
  sql`${idempotency?.key ?? null}, ${idempotency?.fingerprint ?? null}`;
