import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const guardPath = 'libs/local-stack/bin/guard.mjs';

/** Searches upwards, because this file runs from src/, from dist/ and from inside other bundles. */
const findRoot = (): string => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, guardPath)) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
};

export const root = findRoot();
export const guardScript = join(root, guardPath);
