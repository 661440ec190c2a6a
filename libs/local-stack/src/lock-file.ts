import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { codeOf } from './problem.ts';

/** Returns false when the file exists. A link appears at once with its content: readers never see a partial file. */
export const createLockFile = (path: string, content: string): boolean => {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, content, { mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
};

/** Undefined when the lock is free. */
export const readLockFile = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
};

/** Comparing and removing takes a millisecond. A process that took longer was killed on the way. */
const removalMs = 2_000;

/**
 * Removes the lock of a dead holder, if it still has that holder's content. A second file lets one process at a time compare
 * and remove. Otherwise a process that found the stale lock too could remove the lock that another has created since.
 */
export const removeStaleLock = (path: string, content: string): void => {
  const removal = `${path}.removal`;
  if (!createLockFile(removal, '')) {
    const begun = statSync(removal, { throwIfNoEntry: false })?.mtimeMs;
    if (begun !== undefined && Math.abs(Date.now() - begun) > removalMs) rmSync(removal, { force: true });
    return;
  }
  try {
    if (readLockFile(path) === content) rmSync(path, { force: true });
  } finally {
    rmSync(removal, { force: true });
  }
};
