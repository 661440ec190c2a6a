// The commands `npm run bench`, `npm run chaos` and `npm run fuzz`: `node tests/run.mjs <folder> [options]`.
// Loads TypeScript from plain Node, on a clone where nothing has been built yet.
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { nodeBundle, notBundled } from '../esbuild.config.mjs';

/** What a command starts as processes of their own. */
const furtherEntries = {
  bench: {
    generator: 'load/generator.ts',
    ticker: 'load/ticker.ts',
    baseline: 'baseline/main.ts',
  },
};

// The command's own arguments stay where it looks for them.
const [name] = process.argv.splice(2, 1);
const folder = join(dirname(fileURLToPath(import.meta.url)), name);

await build({
  ...nodeBundle,
  absWorkingDir: folder,
  entryPoints: { main: 'main.ts', ...furtherEntries[name] },
  outdir: 'dist',
  external: notBundled,
});
await import(pathToFileURL(join(folder, 'dist/main.js')).href);
