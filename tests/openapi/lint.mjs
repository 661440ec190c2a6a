// Part of `npm run check`: lints the OpenAPI document, and compares the client's types with it.
// `node tests/openapi/lint.mjs <file>` also keeps the document there.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkClientTypes } from './client-types.mjs';
import { makeDocument } from './make-document.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const scratch = mkdtempSync(join(tmpdir(), 'representa-openapi-'));
const file = join(scratch, 'openapi.json');

try {
  const document = await makeDocument();
  const text = `${JSON.stringify(document, null, 2)}\n`;
  for (const path of [file, ...process.argv.slice(2)]) writeFileSync(path, text);
  execFileSync(join(root, 'node_modules/.bin/redocly'), ['lint', file, '--config', join(root, 'redocly.yaml')], {
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    stdio: 'pipe',
  });
  await checkClientTypes(document);
} catch (error) {
  console.error(`${error.stdout ?? ''}${error.stderr ?? ''}` || error.message);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
  // Timers of the services would keep the process alive.
  process.exit();
}
