import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type ProcessName, processes } from '@representa/contracts';
import { childrenFile, removeFolderAtEnd } from './children/guard.ts';
import { readJson } from './children/system.ts';
import { codeOf, StackProblem } from './problem.ts';

/** A folder with this file is a data folder of Representa. */
const secretsFile = 'secrets.json';
const lockFile = 'stack.lock';
/** How other commands reach the stack that runs. */
const stackFile = 'stack.json';
const logs = ['postgres.log', 'nats.log', 'redis.log'];

/** Everything that a stack creates in its folder beside its lock. Nothing else is deleted. */
const stackFiles = [
  ...['postgres', 'postgres.new', 'postgres.password', 'nats.conf', 'redis.conf'],
  ...logs.flatMap((name) => [name, `${name}.old`]),
  ...[childrenFile, stackFile, secretsFile],
];

/** The given folder, or a temporary one. Its mode lets PostgreSQL's user enter it. */
export const openDataFolder = (dataDir?: string): string => {
  const path = dataDir ?? mkdtempSync(join(tmpdir(), 'representa-'));
  if (dataDir === undefined) removeFolderAtEnd(path);
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o711);
  return path;
};

const useAnother = 'set DATA_DIR to another folder';

/** Creates the folder if needed. Throws when it belongs to something else or is not writable. */
export const prepareDataFolder = (folder: string): void => {
  if (statSync(folder, { throwIfNoEntry: false })?.isFile())
    throw new StackProblem(`${folder} is a file, not a folder for data: move it away, or ${useAnother}.`);
  try {
    createWithParents(folder);
    const probe = join(folder, '.can-write');
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new StackProblem(
      `${folder} cannot be used for data (${codeOf(error) ?? error}): make it writable, or ${useAnother}.`,
    );
  }
  if (existsSync(join(folder, secretsFile))) return;
  const foreign = readdirSync(folder).find((name) => !stackFiles.includes(name) && !name.startsWith(lockFile));
  if (foreign) throw new StackProblem(`${folder} holds files that are not Representa's (${foreign}): ${useAnother}.`);
};

/** Not `mkdirSync` with `recursive`: below /proc, where nothing can be created, it never returns. */
const createWithParents = (folder: string): void => {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) createWithParents(dirname(folder));
  mkdirSync(folder);
};

/** Deletes the stack's own files. Does nothing in a folder that no stack has used. */
export const emptyDataFolder = (folder: string): void => {
  if (!existsSync(join(folder, secretsFile))) return;
  for (const name of stackFiles) rmSync(join(folder, name), { recursive: true, force: true });
};

const onePerProcess = (): Record<ProcessName, string> =>
  Object.fromEntries(processes.map((name) => [name, randomSecret()])) as Record<ProcessName, string>;

// Hexadecimal needs no escaping in URLs and configuration files.
const randomSecret = (): string => randomBytes(24).toString('hex');

/** Generated once per data folder. */
export const makeSecrets = () => ({
  application: 'representa',
  postgres: randomSecret(),
  redis: randomSecret(),
  gatewaySecret: randomSecret(),
  roles: onePerProcess(),
  nats: onePerProcess(),
});

type Secrets = ReturnType<typeof makeSecrets>;

/** Synchronous, because the servers of a stack call it at the same time and must get the same secrets. */
export const loadSecrets = (folder: string): Secrets => {
  const path = join(folder, secretsFile);
  if (!existsSync(path)) writePrivately(path, JSON.stringify(makeSecrets(), null, 2));
  const found = readJson<Partial<Secrets>>(path);
  if (found?.application === 'representa' && found.roles && found.nats) return found as Secrets;
  throw new StackProblem(`${path} is damaged: repair it, or ${useAnother}.`);
};

export const writePrivately = (path: string, text: string): void => {
  rmSync(path, { force: true });
  writeFileSync(path, text, { mode: 0o600 });
};

/** Somebody may be looking whether the folder is locked. */
const lookMs = 200;

/**
 * One stack per data folder. SQLite locks its file exclusively on every system, and the kernel gives the lock back however the
 * process ends. The file stays: removing it could remove the lock of another process.
 */
const tryLock = (folder: string): { release(): void } | undefined => {
  const file = new DatabaseSync(join(folder, lockFile), { timeout: lookMs });
  try {
    file.exec('begin exclusive');
  } catch {
    file.close();
    return undefined;
  }
  return { release: () => file.close() };
};

export const takeLock = (folder: string): { release(): void } => {
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

interface Stack {
  /** The environment for the gateway's commands. */
  gateway: Record<string, string>;
  /** The administrator's address of the database. */
  postgres: string;
}

export const writeStackFile = (folder: string, stack: Stack): void =>
  writePrivately(join(folder, stackFile), JSON.stringify(stack, null, 2));

export const removeStackFile = (folder: string): void => rmSync(join(folder, stackFile), { force: true });

/** Undefined when no stack is ready there. A killed stack leaves its file behind, so the lock decides. */
export const findRunningStack = (folder: string): Stack | undefined =>
  isLocked(folder) ? readJson(join(folder, stackFile)) : undefined;
