import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLocked } from './stack-lock.ts';

/** Tells other commands how to reach the stack that runs in a data folder. */
interface StackFile {
  /** The environment for the gateway's commands. */
  gateway: Record<string, string>;
}

const pathOf = (folder: string): string => join(folder, 'stack.json');

export const writeStackFile = (folder: string, stack: StackFile): void => {
  removeStackFile(folder);
  writeFileSync(pathOf(folder), `${JSON.stringify(stack, null, 2)}\n`, { mode: 0o600 });
};

export const removeStackFile = (folder: string): void => rmSync(pathOf(folder), { force: true });

const readStackFile = (folder: string): StackFile | undefined => {
  try {
    return JSON.parse(readFileSync(pathOf(folder), 'utf8')) as StackFile;
  } catch {
    return undefined;
  }
};

/** Undefined when no stack runs there. A killed stack leaves its file behind, so the lock decides. */
export const findRunningStack = async (folder: string): Promise<StackFile | undefined> =>
  (await isLocked(folder)) ? readStackFile(folder) : undefined;
