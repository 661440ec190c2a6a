import { setTimeout as pause } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { applyOnce, replaceFunctions, type WhileLocked } from './apply-sql.ts';
import { readSqlFiles, type SqlFile } from './sql-files.ts';

interface MigrateOptions extends WhileLocked {
  url: string;
  schema: string;
  /** Has a folder for each library and one for the schema itself; see sql-files.ts. */
  directory: string;
  /** Called with the name of each file as soon as it is applied and committed. */
  onApplied?: (name: string) => void;
}

/** Applied files by name, with the checksum of the text that was applied. */
type Applied = ReadonlyMap<string, string>;

/**
 * Applies what is missing: migrations in order, functions that are new or have changed, all at once, and then backfills in
 * order. So rows that are written during a backfill are already complete. Safe to run at the same time.
 */
export const migrate = async (options: MigrateOptions): Promise<string[]> => {
  const { url, schema, directory, onApplied, onWaiting } = options;
  const { migrations, functions, backfills } = await readSqlFiles(directory, schema);
  const sql = postgres(url, {
    max: 1,
    onnotice: () => {},
    // The role may have the limits and plans of requests, when its processes use a pooler (deploy/stores/pooler.sql).
    connection: {
      search_path: `${schema}, extensions`,
      // As text: the driver does not send a 0.
      statement_timeout: '0' as unknown as number,
      lock_timeout: '0' as unknown as number,
      enable_seqscan: 'on',
      plan_cache_mode: 'auto',
    },
    max_lifetime: null,
  });
  try {
    await takeTurn(sql, schema, onWaiting);
    const applied = await readApplied(sql);
    for (const once of [migrations, backfills]) {
      refuseChanged(once, applied);
      refuseSkipped(once, applied);
    }
    const done: string[] = [];
    const report = ({ name }: SqlFile): void => {
      done.push(name);
      onApplied?.(name);
    };
    const applyMissing = async (once: readonly SqlFile[]): Promise<void> => {
      for (const file of once.filter(({ name }) => !applied.has(name))) {
        await applyOnce(sql, file, options);
        report(file);
      }
    };
    await applyMissing(migrations);
    const changed = functions.filter(({ name, checksum }) => applied.get(name) !== checksum);
    if (changed.length > 0) await replaceFunctions(sql, changed, options);
    changed.forEach(report);
    await applyMissing(backfills);
    return done;
  } finally {
    await sql.end({ timeout: 5 });
  }
};

const pauseMs = 200;
const reportMs = 5_000;

/**
 * Polls for the lock. A statement that waits in `pg_advisory_lock` would deadlock with the holder's `create index
 * concurrently`, which waits for all running statements.
 */
const takeTurn = async (sql: Sql, schema: string, onWaiting: MigrateOptions['onWaiting']): Promise<void> => {
  let reportAt = performance.now() + pauseMs;
  for (;;) {
    const [{ taken }] = await sql<[{ taken: boolean }]>`
      select pg_try_advisory_lock(hashtext(${`migrate ${schema}`})) as taken`;
    if (taken) return;
    if (performance.now() >= reportAt) {
      reportAt = performance.now() + reportMs;
      onWaiting?.(`waiting: another session holds the lock of the migrations of ${schema}`);
    }
    await pause(pauseMs);
  }
};

export const createAppliedSql = `create table if not exists applied_sql (
  name text primary key, checksum text not null, applied_at timestamptz not null default now()
)`;

const readApplied = async (sql: Sql): Promise<Applied> => {
  await sql.unsafe(createAppliedSql);
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
