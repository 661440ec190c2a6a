import type { Call } from '@representa/contracts';
import { type Database, json, jsonb, runLong, sql } from '@representa/postgres';
import { callerOf } from '@representa/records';
import type { RequestCall } from '@representa/service-kit';
import type { MergeText } from './merge-text.ts';
import type { Row } from './read-rows.ts';

interface Fault {
  line: number;
  field: string;
  /** A fault of its cells, as JSON. If the row conflicts with another row or record: `repeated`, or the constraint that it would break. */
  reason: string;
}

/** What import_rows.sql returns. */
export interface Merged {
  criados: number;
  atualizados: number;
  inalterados: number;
  /** How many rows have faults. If there are any, nothing was written. */
  faulty: number;
  /** Those of the first 100 of them, by line; of a field the first is told. */
  faults: Fault[] | null;
}

const mergeMs = 150_000;

export const makeStagedRows = (database: Database) => ({
  add: async (call: Call, importId: string, rows: readonly Row[]): Promise<void> => {
    await database.within(
      call,
      sql`
        insert into import_row (import_id, line, key, record, given, faults, change_faults)
        select ${importId}, line, key, record, given, faults, change_faults
        from json_to_recordset(${json(rows)})
          as (line int, key text, record jsonb, given jsonb, faults jsonb, change_faults jsonb)`,
    );
  },

  merge: async (call: RequestCall, importId: string, isDryRun: boolean, text: MergeText): Promise<Merged> => {
    const merge = sql<[{ merged: Merged }]>`
      select import_rows(${call.empresa_id}, ${importId}, ${isDryRun}, ${jsonb(text)}, ${jsonb(callerOf(call))}) as merged`;
    // A dry run takes no lock. A write between two of its reads would look like a conflict.
    const isolation = isDryRun ? 'repeatable read' : 'read committed';
    const [{ merged }] = await runLong(database.within, call, merge, { timeoutMs: mergeMs, isolation });
    return merged;
  },

  remove: async (call: Call, importId: string): Promise<void> => {
    await database.within(call, sql`delete from import_row where import_id = ${importId}`);
  },

  removeOld: async (call: Call): Promise<number> => {
    const [{ removed }] = await database.within(
      call,
      sql<[{ removed: number }]>`select remove_old_import_rows() as removed`,
    );
    return removed;
  },
});

export type StagedRows = ReturnType<typeof makeStagedRows>;
