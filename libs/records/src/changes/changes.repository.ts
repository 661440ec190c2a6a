import type { Call } from '@representa/contracts';
import { type Database, type Fragment, literal, sendingFor, sql } from '@representa/postgres';
import type { RequestCall } from '@representa/service-kit';
import type { EntryColumns, FeedEntry } from './changes.schemas.ts';
import type { Progress, ReadChanges } from './follow-changes.ts';

export const makeChangesRepository = (database: Database) => ({
  prune: async (call: Call): Promise<number> => {
    const [{ removed }] = await database.within(call, sql<[{ removed: number }]>`select prune_tombstones() as removed`);
    return removed;
  },
});

interface NextEntries {
  resource: string;
  /** The number of the last change that the follower has. */
  after: number;
  limit: number;
  /** The table that has each record's last change, with its condition; `current_change` unless given. */
  current?: Fragment;
}

/**
 * The next entries of a resource, records and tombstones, in the order of their changes: `change, tipo, id, alterado_em`.
 */
const nextEntries = (
  { empresa_id }: RequestCall,
  {
    resource,
    after,
    limit,
    current = sql`current_change where empresa_id = ${empresa_id} and resource = ${resource}`,
  }: NextEntries,
): Fragment => {
  const max = literal(limit);
  return sql`
    (
      (
        select change, 'alterado' as tipo, id::text as id, updated_at as alterado_em from ${current}
        and change > ${after} order by change limit ${max}
      )
      union all
      (
        select change, 'excluido', id, deleted_at from tombstone
        where empresa_id = ${empresa_id} and resource = ${resource} and change > ${after} order by change limit ${max}
      )
      order by change limit ${max}
    ) entry`;
};

/** A page ends after so many bytes of records: 800 for each of 500. JSON writes a control character as six bytes. */
const maxBytes = 400_000;

/** A row of `nextRecords`. */
export interface RecordColumns extends EntryColumns {
  own: number;
  /** Of the page up to this record. */
  bytes: number;
}

/** The next entries with the columns of their records, cut by size. `record` selects the record of `entry`. */
export const nextRecords = (call: RequestCall, record: Fragment, next: NextEntries): Fragment => sql`
  (
    select * from (
      select *, sum(own) over (order by change)::int as bytes from (
        select record.*, entry.*, coalesce(octet_length(record::text), 0) as own
        from ${nextEntries(call, next)} left join lateral (${record} offset 0) record on true
      ) page
    ) sized
    where bytes - own < ${literal(maxBytes)}
  )`;

/**
 * The rows of a page, and how far the company's changes are, of one snapshot. With two, a follower could miss tombstones that were
 * removed in between.
 */
export const readPageAndProgress = async <Row extends EntryColumns>(
  database: Database,
  call: RequestCall,
  { page, order, limit }: { page: Fragment; order: Fragment; limit: number },
): Promise<Progress & { rows: Row[] }> => {
  const found = await database.within(
    call,
    sql<(Progress & Row)[]>`
      select progress.*, page.* from (
        select coalesce(max(last), 0) as last, coalesce(max(pruned), 0) as pruned
        from change_sequence where empresa_id = ${call.empresa_id}
      ) progress left join ${page} page on true order by ${order}`,
    sendingFor(limit),
  );
  const { last, pruned } = found[0] as Progress;
  // An empty page is one row without an entry.
  return { last, pruned, rows: found.filter(({ change }) => change !== null) };
};

/** More entries follow these. */
export const isCutBySize = (rows: readonly RecordColumns[]): boolean => (rows.at(-1)?.bytes ?? 0) >= maxBytes;

/** The entry in a row that joins it with its record. The record's columns are null for a tombstone. */
export const asFeedEntry = <Row>(row: RecordColumns & Row): FeedEntry<Row> => {
  const { change, tipo, id, alterado_em } = row;
  return { change, tipo, id, alterado_em, ...(tipo === 'alterado' && { registro: row }) };
};

interface FeedSource<Row, Shown> {
  /** Also the name of the table. */
  resource: string;
  idType: 'uuid' | 'text';
  columns: Fragment;
  show: (row: RecordColumns & Row) => RecordColumns & Shown;
}

/** Reads the feed of a resource that has its records in one table. */
export const makeReadChanges =
  <Row, Shown>(database: Database, { resource, idType, columns, show }: FeedSource<Row, Shown>): ReadChanges<Shown> =>
  async (call, after, limit) => {
    const record = sql`
      select ${columns} from ${sql(resource)}
      where empresa_id = ${call.empresa_id} and id = entry.id::${sql.unsafe(idType)} and tipo = 'alterado'`;
    const page = nextRecords(call, record, { resource, after, limit });
    const { rows, ...progress } = await readPageAndProgress<RecordColumns & Row>(database, call, {
      page,
      order: sql`change`,
      limit,
    });
    const isComplete = rows.length < limit && !isCutBySize(rows);
    return { ...progress, entries: rows.map((row) => asFeedEntry(show(row))), isComplete };
  };
