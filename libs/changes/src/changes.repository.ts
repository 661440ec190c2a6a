import type { Call } from '@representa/contracts';
import { type Database, type Fragment, literal, sendingFor, sql } from '@representa/postgres';
import type { EmpresaCall } from '@representa/service-kit';
import type { EntryColumns, FeedEntry } from './changes.schemas.ts';
import type { ReadChanges } from './follow-changes.ts';

interface Progress {
  /** The company's newest change. */
  last: number;
  /** Tombstones up to this change were removed. */
  pruned: number;
}

export const makeChangesRepository = (database: Database) => ({
  progress: async (call: EmpresaCall): Promise<Progress> => {
    const [progress] = await database.within(
      call,
      sql<Progress[]>`select last, pruned from change_sequence where empresa_id = ${call.empresa_id}`,
    );
    return progress ?? { last: 0, pruned: 0 };
  },

  prune: async (call: Call): Promise<number> => {
    const [{ removed }] = await database.within(call, sql<[{ removed: number }]>`select prune_tombstones() as removed`);
    return removed;
  },
});

export type ChangesRepository = ReturnType<typeof makeChangesRepository>;

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
  { empresa_id }: EmpresaCall,
  {
    resource,
    after,
    limit,
    current = sql`current_change where empresa_id = ${empresa_id} and resource = ${resource}`,
  }: NextEntries,
): Fragment => {
  const most = literal(limit);
  return sql`
    (
      (
        select change, 'alterado' as tipo, id::text as id, updated_at as alterado_em from ${current}
        and change > ${after} order by change limit ${most}
      )
      union all
      (
        select change, 'excluido', id, deleted_at from tombstone
        where empresa_id = ${empresa_id} and resource = ${resource} and change > ${after} order by change limit ${most}
      )
      order by change limit ${most}
    ) entry`;
};

/** A page ends after so many bytes of records: 800 for each of 500. JSON writes a control character as six bytes. */
const mostBytes = 400_000;

/** A row of `nextRecords`. */
export interface RecordColumns extends EntryColumns {
  own: number;
  /** Of the page up to this record. */
  bytes: number;
}

/** The next entries with the columns of their records, cut by size. `record` selects the record of `entry`. */
export const nextRecords = (call: EmpresaCall, record: Fragment, next: NextEntries): Fragment => sql`
  (
    select * from (
      select *, sum(own) over (order by change)::int as bytes from (
        select record.*, entry.*, coalesce(octet_length(record::text), 0) as own
        from ${nextEntries(call, next)} left join lateral (${record} offset 0) record on true
      ) page
    ) sized
    where bytes - own < ${literal(mostBytes)}
  )`;

/** More entries follow these. */
export const isCutBySize = (rows: readonly RecordColumns[]): boolean => (rows.at(-1)?.bytes ?? 0) >= mostBytes;

/** The entry in a row that joins it with its record. The record's columns are null for a tombstone. */
export const asFeedEntry = <Row>(row: RecordColumns & Row): FeedEntry<Row> => {
  const { change, tipo, alterado_em, own: _own, bytes: _bytes, ...record } = row;
  const entry = { change, tipo, id: (record as { id: string }).id, alterado_em };
  return tipo === 'excluido' ? entry : { ...entry, registro: record as Row };
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
    const rows = await database.within(
      call,
      sql<(RecordColumns & Row)[]>`
        select * from ${nextRecords(call, record, { resource, after, limit })} entry order by change`,
      sendingFor(limit),
    );
    const isComplete = rows.length < limit && !isCutBySize(rows);
    return { entries: rows.map((row) => asFeedEntry(show(row))), isComplete };
  };
