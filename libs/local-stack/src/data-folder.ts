import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf, StackProblem } from './problem.ts';
import { secretsFile } from './secrets.ts';

/** All that a stack ever puts into its folder. Nothing else is ever deleted. */
const ours = [
  'postgres',
  'postgres.new',
  'postgres.password',
  'postgres.log',
  'nats.conf',
  'nats.log',
  'redis.conf',
  'redis.log',
  'stack.json',
  secretsFile,
];

const lockFile = 'stack.lock';
const elsewhere = 'set DATA_DIR to another folder';

/** Makes sure that the folder is there, is ours or empty, and can be written to. */
export const prepareDataFolder = (folder: string): void => {
  makeFolder(folder);
  if (existsSync(join(folder, secretsFile))) return;
  const strangers = readdirSync(folder).filter((name) => ![...ours, lockFile].includes(name));
  if (strangers.length > 0) {
    throw new StackProblem(`${folder} holds files that are not Representa's (${strangers[0]}): ${elsewhere}.`);
  }
};

const makeFolder = (folder: string): void => {
  try {
    if (!(statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? true)) {
      throw new StackProblem(`${folder} is a file, not a folder for data: move it away, or ${elsewhere}.`);
    }
    makeWithParents(folder);
    const trial = join(folder, '.can-write');
    writeFileSync(trial, '');
    rmSync(trial);
  } catch (error) {
    if (error instanceof StackProblem) throw error;
    throw new StackProblem(
      `${folder} cannot be used for data (${codeOf(error) ?? error}): make it writable, or ${elsewhere}.`,
    );
  }
};

/** Node's own recursive mkdir never returns in places like /proc, where nothing can be made. */
const makeWithParents = (folder: string): void => {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeWithParents(dirname(folder));
  mkdirSync(folder);
};

/** Deletes the data of a folder that is known to be ours, and leaves whatever else lies in it. */
export const emptyDataFolder = (folder: string): void => {
  if (!existsSync(join(folder, secretsFile))) return;
  for (const name of ours) rmSync(join(folder, name), { recursive: true, force: true });
};
