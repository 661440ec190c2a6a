import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';

interface MigrateOptions {
  url: string;
  schema: string;
  /** The folder of numbered files: `001-clients.sql`, `002-….sql`. */
  directory: string;
  /** What libraries bring along; their names sort before the schema's own files. */
  libraries?: readonly Migration[];
  /** Told the name of each migration as soon as it is done. */
  onApplied?: (name: string) => void;
}

export interface Migration {
  name: string;
  statements: string;
}

const readMigrations = async (directory: string): Promise<Migration[]> => {
  const names = (await readdir(directory)).filter((name) => /^\d{3}-.*\.sql$/.test(name));
  return Promise.all(names.map(async (name) => ({ name, statements: await readFile(join(directory, name), 'utf8') })));
};

/** All that comes after a migration which waits for a lock waits too: it lets them pass soon, and tries again. */
const lockPatienceMs = 1_000;
const betweenTriesMs = 1_000;
const mostTries = 15;

const lockNotAvailable = '55P03';

const apply = async (sql: Sql, { name, statements }: Migration): Promise<void> => {
  await sql.begin(async (transaction) => {
    await transaction.unsafe(`set local lock_timeout = ${lockPatienceMs}`);
    await transaction.unsafe(statements);
    await transaction`insert into migration (name) values (${name})`;
  });
};

const applyBetweenOthers = async (sql: Sql, migration: Migration, triesLeft = mostTries): Promise<void> => {
  try {
    await apply(sql, migration);
  } catch (error) {
    const isInTheWay = error instanceof postgres.PostgresError && error.code === lockNotAvailable;
    if (!isInTheWay || triesLeft === 1) throw error;
    await pause(betweenTriesMs);
    await applyBetweenOthers(sql, migration, triesLeft - 1);
  }
};

/** What is missing below what is there cannot be made up for: the later files were written, or changed, to build on it. */
const refuseOlder = ([first]: readonly Migration[], applied: ReadonlySet<string>): void => {
  if (!first) return;
  const later = [...applied].find((name) => name.localeCompare(first.name) > 0);
  if (!later) return;
  throw new Error(
    `${later} was applied without ${first.name}: an earlier release made this database, a new one is needed`,
  );
};

/** Applies what was not applied yet, in order, each with its mark in one transaction; concurrent runs wait for each other. */
export const migrate = async (options: MigrateOptions): Promise<string[]> => {
  const { url, schema, directory, libraries = [], onApplied } = options;
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { search_path: `${schema}, extensions` } });
  try {
    await sql`select pg_advisory_lock(hashtext(${`migrate ${schema}`}))`;
    await sql`create table if not exists migration (name text primary key, applied_at timestamptz not null default now())`;
    const applied = new Set((await sql<{ name: string }[]>`select name from migration`).map(({ name }) => name));
    const pending = [...libraries, ...(await readMigrations(directory))]
      .filter(({ name }) => !applied.has(name))
      .sort((a, b) => a.name.localeCompare(b.name));
    refuseOlder(pending, applied);
    for (const migration of pending) {
      await applyBetweenOthers(sql, migration);
      onApplied?.(migration.name);
    }
    return pending.map(({ name }) => name);
  } finally {
    await sql.end();
  }
};
