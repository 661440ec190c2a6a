// npm run bench: bundles the benchmark as the processes are bundled, and runs it.
import { cpSync, rmSync } from 'node:fs';
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
// What libs/postgres applies to the baseline's database: a folder for each library and one for the schema.
const sqlFolder = join(here, 'dist/sql');
rmSync(sqlFolder, { recursive: true, force: true });
for (const folder of ['migrations', 'sql']) {
  cpSync(join(here, 'baseline', folder), join(sqlFolder, 'baseline', folder), { recursive: true });
  cpSync(join(here, '../../libs/idempotency', folder), join(sqlFolder, 'idempotency', folder), { recursive: true });
}
// It looks up keys as the gateway does.
const keyFunction = 'sql/is_valid_key.sql';
cpSync(join(here, '../../gateway', keyFunction), join(sqlFolder, 'baseline', keyFunction));
await import(pathToFileURL(join(here, 'dist/main.js')).href);
