import { fileURLToPath } from 'node:url';
import type { Call } from '@representa/contracts';
import { codeOf } from '@representa/telemetry';
import type { Database } from './connect.ts';
import { undefinedTable } from './errors.ts';
import { readSqlFiles } from './sql-files.ts';
import { sql } from './statement.ts';

/** The names of all files in a folder that `migrate` would apply. Backfills too: queries rely on the values that they fill. */
export const readSqlNames = async (directory: URL, schema: string): Promise<string[]> => {
  const { migrations, functions, backfills } = await readSqlFiles(fileURLToPath(directory), schema);
  return [...migrations, ...functions, ...backfills].map(({ name }) => name);
};

/**
 * Which of these files were never applied to the schema of this connection. A schema that another role owns cannot be
 * seen: then it is all of them. Newer files, and newer texts of functions, do not count: during a rollout old processes
 * run on the schema of the next release.
 */
export const findMissingSql = (database: Database, call: Call, names: readonly string[]): Promise<string[]> =>
  withoutApplied(names, () => database.within(call, sql<Applied[]>`select name from applied_sql`));

interface Applied {
  name: string;
}

export const withoutApplied = async (
  names: readonly string[],
  readApplied: () => PromiseLike<readonly Applied[]>,
): Promise<string[]> => {
  try {
    const applied = new Set((await readApplied()).map(({ name }) => name));
    return names.filter((name) => !applied.has(name));
  } catch (error) {
    if (codeOf(error) === undefinedTable) return [...names];
    throw error;
  }
};
