import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Searches upwards, because this file runs from src/, from dist/ and from inside other bundles. */
const findRoot = (folder: string): string =>
  existsSync(join(folder, 'esbuild.config.mjs')) || dirname(folder) === folder ? folder : findRoot(dirname(folder));

export const root = findRoot(dirname(fileURLToPath(import.meta.url)));

interface Builder {
  processWorkspaces: string[];
  buildWhenStale(workspaces: string[]): Promise<void>;
  /** Builds again and again; tells whether the bundle has changed since. */
  makeRebuild(workspace: string): Promise<() => Promise<boolean>>;
}

export const builder = async (): Promise<Builder> => import(pathToFileURL(join(root, 'esbuild.config.mjs')).href);
