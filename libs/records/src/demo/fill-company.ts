import { callWithin } from '@representa/contracts';
import { type Database, type Fragment, sql } from '@representa/postgres';

/** What the next write finds as the present, and the id that it gives to its record. */
export type SetMoment = (at: Date, id?: string) => Promise<void>;

interface Company {
  /** Whose schema `database` is. */
  schema: string;
  empresa_id: string;
  /** Does all the writes, through `database`, which has a single connection. */
  fill: (setMoment: SetMoment) => Promise<void>;
}

const maxMs = 60_000;

/**
 * For the time of one transaction the schema has its own functions of these names, and PostgreSQL's come after it: so statements
 * write as they always do, with ids and times that are given. No other transaction ever sees these functions.
 */
const given = [
  ['uuidv7()', 'uuid', `nullif(current_setting('demo.id'), '')::uuid`],
  ['now()', 'timestamptz', `current_setting('demo.at')::timestamptz`],
  ['clock_timestamp()', 'timestamptz', `current_setting('demo.at')::timestamptz`],
  ['uuid_extract_timestamp(uuid)', 'timestamptz', `current_setting('demo.at')::timestamptz`],
] as const;

const makeFunctions = given.map(
  ([name, type, value]) => `create function ${name} returns ${type} language sql stable as $$ select ${value} $$;`,
);
const dropFunctions = given.map(([name]) => `drop function ${name};`);

/** Writes a company's first records, all or none. False if it has records already. */
export const fillCompany = async (database: Database, { schema, empresa_id, fill }: Company): Promise<boolean> => {
  const run = (statement: Fragment) => database.within(callWithin(maxMs), statement, 'unprepared');
  const runScript = (lines: readonly string[]) =>
    database.within(callWithin(maxMs), sql.unsafe(lines.join('\n')), 'script');
  await run(sql`begin`);
  try {
    // Another start of the system may be filling it.
    await run(sql`select pg_advisory_xact_lock(hashtextextended(${`fill ${schema} ${empresa_id}`}, 0))`);
    const [known] = await run(sql`select last from change_sequence where empresa_id = ${empresa_id}`);
    if (known === undefined) {
      await runScript([...makeFunctions, `set local search_path = ${schema}, extensions, pg_catalog;`]);
      await fill(async (at, id = '') => {
        await run(sql`select set_config('demo.at', ${at.toISOString()}, true), set_config('demo.id', ${id}, true)`);
      });
      await runScript(dropFunctions);
    }
    await run(sql`commit`);
    return known === undefined;
  } catch (error) {
    await run(sql`rollback`);
    throw error;
  }
};
