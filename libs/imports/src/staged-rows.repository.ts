import { callerOf } from '@representa/audit';
import type { Call } from '@representa/contracts';
import { type Database, json, quoteLiteral, sql } from '@representa/postgres';
import type { EmpresaCall } from '@representa/service-kit';
import type { RowFault } from './imports.errors.ts';
import type { Row } from './read-rows.ts';

/** A row that conflicts with another record or row: which field, and the constraint or `repeated`. */
interface Conflict {
  line: number;
  field: string;
  reason: string;
}

/** What import_rows.sql returns. */
export interface Merged {
  criados: number;
  atualizados: number;
  inalterados: number;
  /** How many rows have faults, or else conflicts; then nothing was written. */
  faulty: number;
  /** The first 100 of them. Conflicts are looked for only when there are no faults. */
  faults: RowFault[] | null;
  conflicts: Conflict[] | null;
}

/** Longer than an ordinary statement. The call's deadline may end it earlier. */
const mergeMs = 150_000;
/** How soon PostgreSQL ends the merge of a process that was killed: all writes of the company wait for its lock. */
const processCheckMs = 500;

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

  /** In one round trip: a merge has its own time limit, and no transaction stays open between statements. */
  merge: async (call: EmpresaCall, importId: string, isDryRun: boolean): Promise<Merged> => {
    const args = [
      quoteLiteral(call.empresa_id),
      quoteLiteral(importId),
      String(isDryRun),
      quoteLiteral(JSON.stringify(callerOf(call))),
    ].join(', ');
    const settings = `set_config('statement_timeout', '${mergeMs}', true),
      set_config('client_connection_check_interval', '${processCheckMs}', true)`;
    // A dry run takes no lock. A write between two of its reads would look like a conflict.
    const isolation = isDryRun ? 'repeatable read' : 'read committed';
    const script = sql.unsafe<[unknown[], unknown[], [{ merged: Merged }]]>(
      `set transaction isolation level ${isolation}; select ${settings}; select import_rows(${args}) as merged`,
    );
    const [, , [row]] = await database.within(call, script, 'script');
    return row.merged;
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
