import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolderAtEnd } from './guard.ts';

export interface StackFolder {
  path: string;
  throwAway: boolean;
}

/** The folder that was asked for, or one that goes with this process. Others may enter it, for PostgreSQL's user. */
export const openStackFolder = (dataDir: string | undefined): StackFolder => {
  const path = dataDir ?? mkdtempSync(join(tmpdir(), 'representa-'));
  if (dataDir === undefined) removeFolderAtEnd(path);
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o711);
  return { path, throwAway: dataDir === undefined };
};
