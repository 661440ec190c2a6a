import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolderAtEnd } from '../children/guard.ts';

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
