import { type Database, type Fragment, jsonb, sql, violates, withErrors } from '@representa/postgres';
import { type HttpError, type RequestCall, type Versioned, versionConflict } from '@representa/service-kit';
import { makeReadChanges } from '../changes/changes.repository.ts';
import type { DeleteAttempt } from '../references/owned-records.repository.ts';
import type { RenamableRecord } from '../references/push-rename.ts';
import type { ChangesOf, Fields, NewOf, RecordDefinition, RowOf, ShownBy } from './define-record.ts';
import { changedFieldsText, insertTexts, setText } from './record-sql.ts';
import { writeRecord } from './write-record.ts';

/** What callers are told when a write is refused. */
interface Refusals {
  record_missing: () => HttpError;
  /** By the constraint that a row would break, or the name of a refusal. */
  [constraint: string]: (detail: string) => HttpError;
}

/** How many records a company has, in all and active, beside a write of one of them. */
const counted = (table: string, change: Fragment): Fragment => sql`,
    counted as (
      insert into record_counter as existing (empresa_id, resource, total, active)
        select empresa_id, ${table}, ${change}
        on conflict (empresa_id, resource) do update
          set total = existing.total + excluded.total, active = existing.active + excluded.active
    )`;

/** Reads and writes a company's records of one kind, as they are defined. */
export const makeRecords = <R extends RecordDefinition<F>, F extends Fields>(
  database: Database,
  record: R,
  refusals: Refusals,
) => {
  type Row = RowOf<R>;
  type Shown = ShownBy<R> & Versioned;
  /** Not shown yet: a creation's row is also kept, and shown again by `answerCreation`. */
  type Created = RowOf<{ reply: R['summary'] }>;
  const { resource, columns, summaryColumns, isReferenced, isIdGiven, show } = record;
  const table = sql(record.table);
  const { record_missing, ...others } = refusals;
  const write = withErrors(database.within, { ...versionConflict, ...others });
  const writeExisting = withErrors(write, { record_missing });

  const inserted = insertTexts(record);
  const createdNames = sql.unsafe(inserted.names);
  const createdValues = sql.unsafe(inserted.values);
  const newId = isIdGiven ? { name: sql``, value: sql`` } : { name: sql`id,`, value: sql`fresh_id,` };
  const setColumns = sql.unsafe(setText(record));
  const changedFields = sql.unsafe(changedFieldsText(record));
  /** What the reference protocol must know of an update. */
  const updatedColumns = isReferenced ? sql`${columns}, nome_revision, rename_pending` : columns;

  return {
    create: async (call: RequestCall, given: NewOf<R>): Promise<Created> => {
      const [row] = await write(
        call,
        writeRecord<[Row]>(call, {
          name: `insert ${record.table}`,
          operation: 'criar',
          resource,
          written: sql`
            insert into ${table} (empresa_id, ${createdNames}, ${newId.name} created_at, updated_at, change)
            select numbered.empresa_id, ${createdValues}, ${newId.value}
              uuid_extract_timestamp(fresh_id), uuid_extract_timestamp(fresh_id), numbered.change
            from numbered cross join lateral jsonb_populate_record(null::${table}, ${jsonb(given)}) given
            returning empresa_id, ${columns}, null::int as was_version, null::text[] as fields`,
          steps: counted(record.table, sql`1, ativo::int from written`),
          columns: summaryColumns,
        }),
      );
      return row as unknown as Created;
    },

    read: async (call: RequestCall, id: string): Promise<Shown | undefined> => {
      const [found] = await database.within(
        call,
        sql<Row[]>`select ${columns} from ${table} where empresa_id = ${call.empresa_id} and id = ${id}`,
      );
      return found && (show(found) as unknown as Shown);
    },

    /** Changes the fields that are given, and no others. */
    update: async (call: RequestCall, id: string, changes: ChangesOf<R>): Promise<Shown & RenamableRecord> => {
      const [updated] = await writeExisting(
        call,
        writeRecord<[Row]>(call, {
          name: `update ${record.table}`,
          operation: 'alterar',
          resource,
          written: sql`
            update ${table} as record set ${setColumns}
            from (select change, ${jsonb(changes)} as changes from numbered) given
            where record.empresa_id = ${call.empresa_id} and record.id = ${id}
            returning record.*, old.version as was_version, old.ativo as was_active,
              ${changedFields} as fields`,
          steps: counted(record.table, sql`0, ativo::int - was_active::int from written where ativo <> was_active`),
          columns: updatedColumns,
        }),
      );
      return show(updated) as unknown as Shown & RenamableRecord;
    },

    /** The last step of a delete, of a record that others refer to. False when another attempt holds the record. `condition`: of its owner. */
    remove: async (call: RequestCall, { id, epoch }: DeleteAttempt, condition = sql``): Promise<boolean> => {
      const removal = writeRecord(call, {
        name: `delete ${record.table}`,
        operation: 'excluir',
        resource,
        written: sql`
          delete from ${table} as record using numbered
          where record.empresa_id = ${call.empresa_id} and record.id = ${id} and delete_epoch = ${epoch} and delete_pending
            ${condition}
          returning record.*, record.version as was_version, null::text[] as fields`,
        steps: sql`${counted(record.table, sql`-1, -ativo::int from written`)}, buried as (
          insert into tombstone (empresa_id, resource, change, id)
            select numbered.empresa_id, ${record.table}, numbered.change, id::text from written cross join numbered
        )`,
        columns: sql`written.id`,
      });
      try {
        await write(call, removal);
        return true;
      } catch (error) {
        if (violates(error, 'record_missing')) return false;
        throw error;
      }
    },

    changes: makeReadChanges<Row, ShownBy<R>>(database, {
      resource: record.table,
      idType: isIdGiven ? 'text' : 'uuid',
      columns,
      show: show as never,
    }),
  };
};
