import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const guardPath = 'libs/local-stack/bin/guard.mjs';

/** Searches upwards, because this file runs from src/, from dist/ and from inside other bundles. */
const findRoot = (): string => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, guardPath)) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
};

export const root = findRoot();
export const guardScript = join(root, guardPath);

interface Builder {
  processWorkspaces: string[];
  buildWhenStale(workspaces: string[]): Promise<void>;
  /** Builds again and again; tells whether the bundle has changed since. */
  makeRebuild(workspace: string): Promise<() => Promise<boolean>>;
}

export const builder = async (): Promise<Builder> => import(pathToFileURL(join(root, 'esbuild.config.mjs')).href);
