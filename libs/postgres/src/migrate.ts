import { setTimeout as pause } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { readSqlFiles, type SqlFile } from './sql-files.ts';

interface MigrateOptions {
  url: string;
  schema: string;
  /** Has a folder for each library and one for the schema itself; see sql-files.ts. */
  directory: string;
  /** Called with the name of each file as soon as it is applied. */
  onApplied?: (name: string) => void;
}

/** Applied files by name, with the checksum of the text that was applied. */
type Applied = ReadonlyMap<string, string>;

/** Applies what is missing: first migrations, in order, then functions that are new or have changed. Safe to run at the same time. */
export const migrate = async ({ url, schema, directory, onApplied }: MigrateOptions): Promise<string[]> => {
  const { migrations, functions } = await readSqlFiles(directory, schema);
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { search_path: `${schema}, extensions` } });
  try {
    await sql`select pg_advisory_lock(hashtext(${`migrate ${schema}`}))`;
    const applied = await readApplied(sql);
    refuseChanged(migrations, applied);
    refuseSkipped(migrations, applied);
    const pending = [
      ...migrations.filter(({ name }) => !applied.has(name)),
      ...functions.filter(({ name, checksum }) => applied.get(name) !== checksum),
    ];
    for (const file of pending) {
      await applyWhenUnlocked(sql, file);
      onApplied?.(file.name);
    }
    return pending.map(({ name }) => name);
  } finally {
    await sql.end();
  }
};

const readApplied = async (sql: Sql): Promise<Applied> => {
  const [{ old }] = await sql<[{ old: string | null }]>`select to_regclass('migration') as old`;
  if (old !== null)
    throw new Error('a version before 0.2 made this database: it cannot be upgraded, start with a new one');
  await sql`
    create table if not exists applied_sql (
      name text primary key, checksum text not null, applied_at timestamptz not null default now()
    )`;
  const rows = await sql<{ name: string; checksum: string }[]>`select name, checksum from applied_sql`;
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
};

const refuseChanged = (migrations: readonly SqlFile[], applied: Applied): void => {
  const changed = migrations.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum);
  if (changed) throw new Error(`${changed.name} was changed after it was applied: add a new migration instead`);
};

/** A later migration was written for a schema that has the earlier ones. */
const refuseSkipped = (migrations: readonly SqlFile[], applied: Applied): void => {
  for (const { name, sequence } of migrations.filter((migration) => !applied.has(migration.name))) {
    const later = migrations.find(
      (other) => other.sequence === sequence && other.name > name && applied.has(other.name),
    );
    if (later) throw new Error(`${later.name} was applied without ${name}: number the new migration after it`);
  }
};

/** While a migration waits for a table's lock, every query of that table waits behind it: give up soon, try again. */
const lockTimeoutMs = 1_000;
const pauseMs = 1_000;
const mostTries = 15;
const lockNotAvailable = '55P03';

const applyWhenUnlocked = async (sql: Sql, file: SqlFile): Promise<void> => {
  for (let tries = 1; ; tries++) {
    try {
      return await apply(sql, file);
    } catch (error) {
      const isLocked = error instanceof postgres.PostgresError && error.code === lockNotAvailable;
      if (!isLocked || tries === mostTries)
        throw new Error(`${placeOf(error, file)}: ${(error as Error).message}`, { cause: error });
    }
    await pause(pauseMs);
  }
};

const apply = async (sql: Sql, { name, statements, checksum }: SqlFile): Promise<void> => {
  await sql.begin(async (transaction) => {
    await transaction.unsafe(`set local lock_timeout = ${lockTimeoutMs}; set local check_function_bodies = off`);
    await transaction.unsafe(statements);
    await transaction`
      insert into applied_sql (name, checksum) values (${name}, ${checksum})
      on conflict (name) do update set checksum = excluded.checksum, applied_at = excluded.applied_at`;
  });
};

/** `sales/migrations/001-sales.sql:12`, where PostgreSQL says at which character it failed. */
const placeOf = (error: unknown, { name, statements }: SqlFile): string => {
  const position = error instanceof postgres.PostgresError ? Number(error.position) : Number.NaN;
  return position > 0 ? `${name}:${statements.slice(0, position).split('\n').length}` : name;
};
