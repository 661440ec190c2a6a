import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StackProblem } from '../problem.ts';

/** One stack per data folder. */
export interface StackLock {
  release(): void;
}

export const lockFile = 'stack.lock';
/** How other commands reach the stack that runs. */
export const stackFile = 'stack.json';

interface Stack {
  /** The environment for the gateway's commands. */
  gateway: Record<string, string>;
  /** The administrator's address of the database. */
  postgres: string;
}

/** Somebody may be looking whether the folder is locked. */
const lookMs = 200;

/**
 * SQLite locks its file exclusively on every system, and the kernel gives the lock back however the process ends. The file stays:
 * removing it could remove the lock of another process.
 */
const tryLock = (folder: string): StackLock | undefined => {
  const file = new DatabaseSync(join(folder, lockFile), { timeout: lookMs });
  try {
    file.exec('begin exclusive');
  } catch {
    file.close();
    return undefined;
  }
  return { release: () => file.close() };
};

export const takeLock = (folder: string): StackLock => {
  const lock = tryLock(folder);
  if (lock) return lock;
  throw new StackProblem(
    `Representa runs already on the data in ${folder}: stop that one first, or set another DATA_DIR and PORT.`,
  );
};

export const isLocked = (folder: string): boolean => {
  if (!existsSync(join(folder, lockFile))) return false;
  const lock = tryLock(folder);
  lock?.release();
  return lock === undefined;
};

export const writeStackFile = (folder: string, stack: Stack): void => {
  removeStackFile(folder);
  writeFileSync(join(folder, stackFile), `${JSON.stringify(stack, null, 2)}\n`, { mode: 0o600 });
};

export const removeStackFile = (folder: string): void => rmSync(join(folder, stackFile), { force: true });

/** Undefined when no stack is ready there. A killed stack leaves its file behind, so the lock decides. */
export const findRunningStack = (folder: string): Stack | undefined =>
  isLocked(folder) && existsSync(join(folder, stackFile))
    ? (JSON.parse(readFileSync(join(folder, stackFile), 'utf8')) as Stack)
    : undefined;
