import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf, StackProblem } from '../problem.ts';
import { secretsFile } from './secrets.ts';

const logs = ['postgres.log', 'nats.log', 'redis.log'];

/** Everything that a stack creates in its folder. Nothing else is deleted. */
const stackFiles = [
  'postgres',
  'postgres.new',
  'postgres.password',
  'nats.conf',
  'redis.conf',
  ...logs,
  ...logs.map((name) => `${name}.old`),
  'stack.json',
  secretsFile,
];

/** Names of other files of the lock begin with this one. */
const lockFile = 'stack.lock';
const useAnother = 'set DATA_DIR to another folder';

/** Creates the folder if needed. Throws when it belongs to something else or is not writable. */
export const prepareDataFolder = (folder: string): void => {
  createFolder(folder);
  if (existsSync(join(folder, secretsFile))) return;
  const foreign = readdirSync(folder).filter((name) => !stackFiles.includes(name) && !name.startsWith(lockFile));
  if (foreign.length > 0) {
    throw new StackProblem(`${folder} holds files that are not Representa's (${foreign[0]}): ${useAnother}.`);
  }
};

const createFolder = (folder: string): void => {
  try {
    if (!(statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? true)) {
      throw new StackProblem(`${folder} is a file, not a folder for data: move it away, or ${useAnother}.`);
    }
    createWithParents(folder);
    const probe = join(folder, '.can-write');
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    if (error instanceof StackProblem) throw error;
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
