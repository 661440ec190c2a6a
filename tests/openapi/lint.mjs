// Part of `npm run check`: lints the OpenAPI documents (the API's and the operator's), made from the routes without a running system.
// `node tests/openapi/lint.mjs <file>` also keeps the document there.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { nodeBundle } from '../../esbuild.config.mjs';

const folder = dirname(fileURLToPath(import.meta.url));
const root = join(folder, '../..');
const scratch = mkdtempSync(join(tmpdir(), 'representa-openapi-'));
const file = join(scratch, 'openapi.json');
const adminFile = join(scratch, 'admin-openapi.json');

try {
  const outfile = join(scratch, 'document.mjs');
  await build({ ...nodeBundle, entryPoints: [join(folder, 'document.ts')], outfile, sourcemap: false });
  const { makeDocument, makeAdminDocument } = await import(pathToFileURL(outfile).href);
  const asText = (document) => `${JSON.stringify(document, null, 2)}\n`;
  const text = asText(await makeDocument());
  for (const path of [file, ...process.argv.slice(2)]) writeFileSync(path, text);
  writeFileSync(adminFile, asText(await makeAdminDocument()));
  execFileSync(
    join(root, 'node_modules/.bin/redocly'),
    ['lint', file, adminFile, '--config', join(root, 'redocly.yaml')],
    {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      stdio: 'pipe',
    },
  );
} catch (error) {
  console.error(`${error.stdout ?? ''}${error.stderr ?? ''}` || error);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
  // Timers of the services would keep the process alive.
  process.exit();
}
