import { setTimeout as pause } from 'node:timers/promises';
import { codeOf } from '@representa/telemetry';
import type { ISql, Sql, TransactionSql } from 'postgres';
import { lockNotAvailable } from './errors.ts';
import { type FileStatement, lineAt, type SqlFile, splitSql } from './sql-files.ts';

export interface WhileLocked {
  /** For how long a statement is tried again that finds a table locked; half an hour by default. */
  lockWaitMs?: number;
  /** Called every few seconds while a table is locked, or another migration of the schema runs. */
  onWaiting?: (reason: string) => void;
}

/**
 * Applies a migration or a backfill in the form that its first line names (CONTRIBUTING.md, "To change a schema") and
 * records it.
 */
export const applyOnce = async (sql: Sql, file: SqlFile, whileLocked: WhileLocked): Promise<void> => {
  const form = /^-- migrate: (.*)/.exec(file.statements)?.[1];
  if (form === undefined) return inTransaction(sql, file, whileLocked);
  if (form === 'without a transaction') return withoutTransaction(sql, file);
  if (form === 'in batches') return inBatches(sql, file, whileLocked);
  throw new Error(`${file.name}: the first line names an unknown form, "${form}"`);
};

/**
 * Replaces and records all functions in one transaction. They call each other: processes at work must find all the old ones
 * or all the new ones.
 */
export const replaceFunctions = (sql: Sql, files: readonly SqlFile[], whileLocked: WhileLocked): Promise<void> =>
  whenUnlocked(sql, whileLocked, async (transaction) => {
    for (const file of files) {
      await runAll(transaction, file);
      const { name, checksum } = file;
      await transaction`
        insert into applied_sql (name, checksum) values (${name}, ${checksum})
        on conflict (name) do update set checksum = excluded.checksum, applied_at = excluded.applied_at`;
    }
  });

const inTransaction = (sql: Sql, file: SqlFile, whileLocked: WhileLocked): Promise<void> =>
  whenUnlocked(sql, whileLocked, async (transaction) => {
    await recordOnce(transaction, file);
    await runAll(transaction, file);
  });

/** A crash leaves the file unrecorded, and the next run repeats all of its statements. */
const withoutTransaction = async (sql: Sql, file: SqlFile): Promise<void> => {
  await runAll(sql, file);
  await recordOnce(sql, file);
};

/** Repeats one statement until it changes or returns no row. After a crash the next run continues with the rows that are left. */
const inBatches = async (sql: Sql, file: SqlFile, whileLocked: WhileLocked): Promise<void> => {
  const [statement, second] = splitSql(file.statements);
  if (!statement || second) throw new Error(`${file.name}: a file in batches has one statement`);
  while ((await whenUnlocked(sql, whileLocked, (transaction) => run(transaction, file, statement))) > 0);
  await recordOnce(sql, file);
};

/**
 * While a migration waits for a table's lock, every query of that table waits behind it: give up soon, try again. Below
 * PostgreSQL's deadlock_timeout of a second: in a deadlock the migration gives up, and not a request.
 */
const lockTimeoutMs = 500;
/** Longer after each try, so that a long wait does not block traffic for a third of the time. */
const pauseMs = (tries: number): number => Math.min(tries, 10) * 1_000;
/** A dump locks every table until it ends. Below activeDeadlineSeconds of the Jobs (deploy/base). */
const defaultLockWaitMs = 30 * 60_000;

const whenUnlocked = async <Result>(
  sql: Sql,
  { lockWaitMs = defaultLockWaitMs, onWaiting }: WhileLocked,
  use: (transaction: TransactionSql) => Promise<Result>,
): Promise<Result> => {
  const deadline = performance.now() + lockWaitMs;
  for (let tries = 1; ; tries++) {
    try {
      return (await sql.begin(async (transaction) => {
        await transaction.unsafe(`set local lock_timeout = ${lockTimeoutMs}; set local check_function_bodies = off`);
        return use(transaction);
      })) as Result;
    } catch (error) {
      const { cause = error } = error as Error;
      if (codeOf(cause) !== lockNotAvailable || performance.now() >= deadline) throw error;
      onWaiting?.(`waiting for a lock: ${(error as Error).message.split(', in the statement')[0]}`);
    }
    await pause(pauseMs(tries));
  }
};

/** Returns the number of rows that the statement changed or returned. */
const run = async (sql: ISql, { name }: SqlFile, { text, line }: FileStatement): Promise<number> => {
  try {
    return (await sql.unsafe(text)).count ?? 0;
  } catch (error) {
    const { message, position } = error as Error & { position?: string };
    const at = position ? line + lineAt(text, Number(position)) - 1 : line;
    throw new Error(`${name}:${at}: ${message}, in the statement\n${text}`, { cause: error });
  }
};

const runAll = async (sql: ISql, file: SqlFile): Promise<void> => {
  for (const statement of splitSql(file.statements)) await run(sql, file, statement);
};

/**
 * Fails if the file was recorded since this run began. The driver reconnects a lost connection without the lock of the
 * migrations, so that another run can get ahead.
 */
const recordOnce = async (sql: ISql, { name, checksum }: SqlFile): Promise<void> => {
  const { count } = await sql`
    insert into applied_sql (name, checksum) values (${name}, ${checksum}) on conflict (name) do nothing`;
  if (count === 0) throw new Error(`${name} was applied by another session meanwhile: run the migrations again`);
};
