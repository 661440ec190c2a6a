// The commands of local-stack: `node libs/local-stack/bin/run.mjs <start|dev|empresas|psql> [options]`.
// Loads TypeScript from plain Node, on a clone where nothing has been built yet.
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const [command, ...args] = process.argv.slice(2);

const { buildWhenStale } = await import(pathToFileURL(join(root, 'esbuild.config.mjs')).href);
await buildWhenStale(['libs/local-stack']);
const { main } = await import(pathToFileURL(join(root, `libs/local-stack/dist/${command}.js`)).href);
await main(args).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
