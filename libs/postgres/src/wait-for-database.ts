import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { withoutApplied } from './missing-sql.ts';

interface WaitOptions {
  url: string;
  /** Wait also until this role has its schema: `prepare` may still be running. */
  schema?: string;
  /** Wait also until these files are applied to that schema: migrations may still be running. */
  sqlNames?: readonly string[];
  /** Called every few seconds with the reason. */
  onWaiting?: (reason: string) => void;
}

const pauseMs = 500;
const reportMs = 5_000;
const deadlineMs = 120_000;

/**
 * Waits until the database answers. Commands of a Job use it, so that a server that starts later than they do does not
 * use up the Job's retries. Throws the last error after the deadline.
 */
export const waitForDatabase = async (options: WaitOptions): Promise<void> => {
  const { onWaiting = () => {}, url } = options;
  const begun = Date.now();
  let reported = Number.NEGATIVE_INFINITY;
  for (;;) {
    const problem = await findProblem(options);
    if (problem === undefined) return;
    if (Date.now() - begun > deadlineMs) throw problem;
    if (Date.now() - reported > reportMs) {
      reported = Date.now();
      onWaiting(`waiting for PostgreSQL at ${hostsOf(url)}: ${problem.message}`);
    }
    await pause(pauseMs);
  }
};

const findProblem = async ({ url, schema, sqlNames = [] }: WaitOptions): Promise<Error | undefined> => {
  const sql = postgres(url, { max: 1, connect_timeout: 3, fetch_types: false, onnotice: () => {} });
  try {
    const schemas = await sql<{ nspname: string }[]>`select nspname from pg_namespace`;
    if (schema === undefined) return undefined;
    if (!schemas.some(({ nspname }) => nspname === schema))
      return new Error(`the schema ${schema} does not exist; run prepare`);
    const [missing] = await withoutApplied(sqlNames, () => sql`select name from ${sql(schema)}.applied_sql`);
    return missing === undefined ? undefined : new Error(`${missing} is not applied; run the migrations`);
  } catch (error) {
    return error as Error;
  } finally {
    await sql.end({ timeout: 1 }).catch(() => {});
  }
};

/** Without user and password. */
const hostsOf = (url: string): string => {
  try {
    return new URL(url).host;
  } catch {
    return '(an address that is no URL)';
  }
};
