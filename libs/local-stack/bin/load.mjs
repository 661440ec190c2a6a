// Loads TypeScript commands from plain Node, on a clone where nothing has been built yet.
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** @param {string} name a command of local-stack */
export const load = async (name) => {
  const { buildWhenStale } = await import(pathToFileURL(join(root, 'esbuild.config.mjs')).href);
  await buildWhenStale(['libs/local-stack']);
  return import(pathToFileURL(join(root, 'libs/local-stack/dist', `${name}.js`)).href);
};
