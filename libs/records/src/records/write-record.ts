import { type Fragment, jsonb, sql } from '@representa/postgres';
import { acceptedVersions, type EmpresaCall } from '@representa/service-kit';
import { callerOf } from '../audit/caller.ts';

/** One write of a company's records, as it is told to `writeRecord`. */
interface Write {
  /** What the statement does, for logs and metrics: `insert product`. */
  name: string;
  /** Of the audit's entry. */
  operation: 'criar' | 'alterar' | 'excluir';
  resource: string;
  /**
   * Selects or returns the row that was written, from `numbered (empresa_id, change, fresh_id)`: `id`, `fields` (what changed; null
   * for all), `was_version` (before; null for a new record) and the columns of the answer. No row: there is no such record.
   * `numbered` locks the company's writes. The statement's snapshot is older than that lock: what must see the latest rows of
   * others is a volatile function.
   */
  written: Fragment;
  /** More of the same transaction, such as counters: `, counted as (…)`. */
  steps?: Fragment;
  /** The columns of the answer. */
  columns: Fragment;
}

/**
 * The statement of a write, in one transaction: claims the Idempotency-Key, takes the company's next change number, writes, checks
 * the version, adds the entry of the audit and keeps the answer. Every refusal is an exception, whose rollback gives the number
 * back: the numbers have no holes.
 */
export const writeRecord = <Rows extends readonly object[]>(
  call: EmpresaCall,
  { name, operation, resource, written, steps = sql``, columns }: Write,
) => {
  const { empresa_id, idempotency } = call;
  const claimed = idempotency
    ? sql`claimed as materialized (select claim_key(${empresa_id}, ${idempotency.key})),`
    : sql``;
  // A function in a `with` that nobody reads is never run.
  const kept = idempotency
    ? sql`
      cross join lateral keep_answer(${empresa_id}, ${idempotency.key}, ${idempotency.fingerprint}, 201,
        (select to_jsonb(answer) from (select ${columns}) answer))`
    : sql``;
  return sql<Rows>`/* ${sql.unsafe(name)} */
    with ${claimed} numbered as (
      insert into change_sequence as existing (empresa_id, last)
        select ${empresa_id}::uuid, 1 ${idempotency ? sql`from claimed` : sql``}
        on conflict (empresa_id) do update set last = existing.last + 1
        returning empresa_id, last as change, uuidv7() as fresh_id
    ), written as (${written}) ${steps}
    select ${columns} from numbered left join written on true
      cross join lateral check_write(numbered.change, written.id::text, was_version, ${acceptedVersions(call)}::int[])
        as checked (number)
      cross join lateral audit(${empresa_id}, number, ${jsonb(callerOf(call))}, ${operation}, ${resource}, written.id::text,
        fields)
      ${kept}`;
};
