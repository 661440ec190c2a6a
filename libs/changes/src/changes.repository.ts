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
 * For a `from`, to be joined with the records.
 */
export const nextEntries = (
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

/** The entry in a row that joins it with its record. The record's columns are null for a tombstone. */
export const asFeedEntry = <Row>({ change, tipo, alterado_em, ...record }: EntryColumns & Row): FeedEntry<Row> => {
  const entry = { change, tipo, id: (record as { id: string }).id, alterado_em };
  return tipo === 'excluido' ? entry : { ...entry, registro: record as Row };
};

interface FeedSource<Row, Shown> {
  /** Also the name of the table. */
  resource: string;
  idType: 'uuid' | 'text';
  columns: Fragment;
  show: (row: EntryColumns & Row) => EntryColumns & Shown;
}

/** Reads the feed of a resource that has its records in one table. */
export const makeReadChanges =
  <Row, Shown>(database: Database, { resource, idType, columns, show }: FeedSource<Row, Shown>): ReadChanges<Shown> =>
  async (call, after, limit) => {
    const rows = await database.within(
      call,
      sql<(EntryColumns & Row)[]>`
        select record.*, entry.change, tipo, entry.id, alterado_em
        from ${nextEntries(call, { resource, after, limit })}
        left join lateral (
          select ${columns} from ${sql(resource)}
          where empresa_id = ${call.empresa_id} and id = entry.id::${sql.unsafe(idType)} and tipo = 'alterado' offset 0
        ) record on true
        order by entry.change`,
      sendingFor(limit),
    );
    return { entries: rows.map((row) => asFeedEntry(show(row))), isComplete: rows.length < limit };
  };
