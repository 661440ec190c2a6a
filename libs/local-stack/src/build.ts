import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './paths.ts';

interface Builder {
  processWorkspaces: string[];
  buildWhenStale(workspaces: string[]): Promise<void>;
}

/** Bundles the four processes, unless their bundles are newer than all that they are made of. */
export const buildProcesses = async (): Promise<void> => {
  const builder = (await import(pathToFileURL(join(root, 'esbuild.config.mjs')).href)) as Builder;
  await builder.buildWhenStale(builder.processWorkspaces);
};
