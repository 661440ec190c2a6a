import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../paths.ts';

interface Builder {
  processWorkspaces: string[];
  buildWhenStale(workspaces: string[]): Promise<void>;
}

/** Bundles the four processes, except those whose bundle is newer than its sources. */
export const buildProcesses = async (): Promise<void> => {
  const builder = (await import(pathToFileURL(join(root, 'esbuild.config.mjs')).href)) as Builder;
  await builder.buildWhenStale(builder.processWorkspaces);
};
