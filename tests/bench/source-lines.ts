import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchFolder } from './paths.ts';

export interface SourceSize {
  lines: number;
  files: number;
}

const root = join(benchFolder, '../..');
const sourceFolders = ['src', 'migrations', 'sql', 'backfills'];
/** They start, test and call the product, and are no part of it. */
const notProduct = ['local-stack', 'testing', 'client', 'client-codegen'];

const workspaces = (parent: string): string[] =>
  readdirSync(join(root, parent))
    .filter((name) => !notProduct.includes(name))
    .map((name) => join(root, parent, name));

/** gateway/src, and src and SQL of the services and of the libraries. */
export const countSource = (): SourceSize => {
  const folders = [
    join(root, 'gateway/src'),
    ...[...workspaces('services'), ...workspaces('libs')].flatMap((path) =>
      sourceFolders.map((name) => join(path, name)),
    ),
  ];
  const files = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile());
  const linesOf = (path: string): number => readFileSync(path, 'utf8').split('\n').length - 1;
  return {
    lines: files.reduce((sum, { parentPath, name }) => sum + linesOf(join(parentPath, name)), 0),
    files: files.length,
  };
};
