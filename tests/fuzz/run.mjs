// The command `npm run fuzz`. Loads TypeScript from plain Node, on a clone where nothing has been installed or built yet.
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { nodeBundle, notBundled } from '../../esbuild.config.mjs';
import { ensureInstalled } from '../../libs/local-stack/bin/installed.mjs';

const folder = dirname(fileURLToPath(import.meta.url));
const outfile = join(folder, 'dist/main.js');

await ensureInstalled();
const { build } = await import('esbuild');
await build({
  ...nodeBundle,
  entryPoints: [join(folder, 'main.ts')],
  outfile,
  external: notBundled,
});
await import(pathToFileURL(outfile).href);
