import type { operators } from '@representa/contracts';
import { type Fragment, jsonb, literal, sql } from '@representa/postgres';
import { acceptedVersions, type RequestCall } from '@representa/service-kit';

/** Who makes a change, as audit.sql reads it: a key, or the operator. */
export interface Caller {
  chave_id: string | null;
  chave_prefixo: string | null;
  operador: (typeof operators)[number] | null;
  request_id: string | null;
  endereco: string | null;
}

export const callerOf = ({ key, request_id, address }: RequestCall): Caller => ({
  chave_id: key.id || null,
  chave_prefixo: key.prefix,
  operador: null,
  request_id,
  endereco: address,
});

/** Who writes: a request with a company's key, or an act whose caller is known. */
export type Writer =
  | RequestCall
  | ({ readonly caller: Caller; readonly empresa_id: string | Fragment } & Pick<
      RequestCall,
      'idempotency' | 'ifMatch'
    >);

/** An entry of the audit. */
interface Entry {
  /** As text of the code, or an expression over `written`. */
  operation: 'criar' | 'alterar' | 'excluir' | 'carregar' | Fragment;
  resource: string;
  /** `written.id` unless given. */
  id?: Fragment;
  /** What changed; null for all. */
  fields?: Fragment;
}

/** One write of a company's records, as it is told to `writeRecord`. */
interface Write extends Entry {
  /** What the statement does, for logs and metrics: `insert product`. */
  name: string;
  /** Locks what comes before the company: references. When it selects no row, nothing is written, and the answer has no row. */
  held?: Fragment;
  /** What comes before `written`, such as rows of other tables: `locked as (…),`. */
  before?: Fragment;
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
  /** What a request with the same Idempotency-Key gets, as jsonb; the answer unless given. */
  kept?: Fragment;
  /** Further entries of the audit, with the next numbers. */
  also?: readonly Entry[];
}

/**
 * The statement of a write, in one transaction: claims the Idempotency-Key, takes the company's next change number, writes, checks
 * the version, adds the entry of the audit and keeps the answer. Every refusal is an exception, whose rollback gives the number
 * back: the numbers have no holes.
 */
export const writeRecord = <Rows extends readonly object[]>(
  writer: Writer,
  { name, held, before = sql``, written, steps = sql``, columns, kept = asJson(columns), also = [], ...entry }: Write,
) => {
  const { empresa_id, idempotency } = writer;
  const caller = 'caller' in writer ? writer.caller : callerOf(writer);
  const claimed = idempotency
    ? sql`claimed as materialized (select claim_key(${empresa_id}, ${idempotency.key})),`
    : sql``;
  const holding = held ? sql`held as materialized (${held}),` : sql``;
  const first = [...(idempotency ? ['claimed'] : []), ...(held ? ['held'] : [])];
  // A lateral join: PostgreSQL does not run a function in a `with` that nothing selects from.
  const keeping = idempotency
    ? sql`
      cross join lateral keep_answer(numbered.empresa_id, ${idempotency.key}, ${idempotency.fingerprint}, 201, ${kept})`
    : sql``;
  // Each takes its number from what must be done before it: the check, or the entry whose hash it continues.
  const audited = [{ fields: sql`written.fields`, ...entry }, ...also].map(
    ({ operation, resource, id = sql`written.id::text`, fields = sql`null` }, index) => sql`
      cross join lateral audit(numbered.empresa_id, ${index === 0 ? sql`checked.number` : sql.unsafe(`entry_${index - 1}.number + 1`)},
        ${jsonb(caller)}, ${operation}, ${resource}, ${id}, ${fields}) as ${sql.unsafe(`entry_${index}`)} (number)`,
  );
  return sql<Rows>`/* ${sql.unsafe(name)} */
    with ${claimed} ${holding} numbered as (
      insert into change_sequence as existing (empresa_id, last)
        select ${empresa_id}::uuid, ${literal(audited.length)} ${sql.unsafe(first.length > 0 ? `from ${first.join(', ')}` : '')}
        on conflict (empresa_id) do update set last = existing.last + excluded.last
        returning empresa_id, last - ${literal(also.length)} as change, uuidv7() as fresh_id
    ), ${before} written as (${written}) ${steps}
    select ${columns} from numbered left join written on true
      cross join lateral check_write(numbered.change, written.id::text, was_version, ${acceptedVersions(writer)}::int[])
        as checked (number)
      ${audited.reduce((all, one) => sql`${all}${one}`)}
      ${keeping}`;
};

const asJson = (columns: Fragment): Fragment => sql`(select to_jsonb(answer) from (select ${columns}) answer)`;
