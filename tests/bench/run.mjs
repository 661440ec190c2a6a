// npm run bench: bundles the benchmark as the processes are bundled, and runs it.
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { nodeBundle, notBundled } from '../../esbuild.config.mjs';
import { ensureInstalled } from '../../libs/local-stack/bin/installed.mjs';

const here = dirname(fileURLToPath(import.meta.url));

await ensureInstalled();
const esbuild = await import('esbuild');
await esbuild.build({
  ...nodeBundle,
  entryPoints: {
    main: join(here, 'main.ts'),
    generator: join(here, 'load/generator.ts'),
    ticker: join(here, 'load/ticker.ts'),
    baseline: join(here, 'baseline/main.ts'),
    'stub-service': join(here, 'limits/stub-service.ts'),
    'otlp-sink': join(here, 'traced/otlp-sink.ts'),
  },
  outdir: join(here, 'dist'),
  external: notBundled,
});
await import(pathToFileURL(join(here, 'dist/main.js')).href);
