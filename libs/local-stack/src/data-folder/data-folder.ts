import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { childrenFile, removeFolderAtEnd } from '../children/guard.ts';
import { codeOf, StackProblem } from '../problem.ts';
import { secretsFile } from './secrets.ts';
import { lockFile, stackFile } from './stack-lock.ts';

export interface StackFolder {
  path: string;
  throwAway: boolean;
}

/** The given folder, or a temporary one. Its mode lets PostgreSQL's user enter it. */
export const openStackFolder = (dataDir: string | undefined): StackFolder => {
  const path = dataDir ?? mkdtempSync(join(tmpdir(), 'representa-'));
  if (dataDir === undefined) removeFolderAtEnd(path);
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o711);
  return { path, throwAway: dataDir === undefined };
};

const logs = ['postgres.log', 'nats.log', 'redis.log'];
const oldLogs = logs.map((name) => `${name}.old`);
const serverFiles = ['postgres', 'postgres.new', 'postgres.password', 'nats.conf', 'redis.conf', ...logs, ...oldLogs];

/** Everything that a stack creates in its folder beside its lock. Nothing else is deleted. */
const stackFiles = [...serverFiles, childrenFile, stackFile, secretsFile];

const useAnother = 'set DATA_DIR to another folder';

/** Creates the folder if needed. Throws when it belongs to something else or is not writable. */
export const prepareDataFolder = (folder: string): void => {
  createFolder(folder);
  if (existsSync(join(folder, secretsFile))) return;
  const foreign = readdirSync(folder).find((name) => !stackFiles.includes(name) && !name.startsWith(lockFile));
  if (foreign) throw new StackProblem(`${folder} holds files that are not Representa's (${foreign}): ${useAnother}.`);
};

const createFolder = (folder: string): void => {
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
