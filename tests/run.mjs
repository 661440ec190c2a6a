// The commands `npm run chaos` and `npm run fuzz`: `node tests/run.mjs <folder> [options]`.
// Loads TypeScript from plain Node, on a clone where nothing has been installed or built yet.
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { nodeBundle, notBundled } from '../esbuild.config.mjs';
import { ensureInstalled } from '../libs/local-stack/bin/installed.mjs';

// The command's own arguments stay where it looks for them.
const [name] = process.argv.splice(2, 1);
const folder = join(dirname(fileURLToPath(import.meta.url)), name);
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
