// Part of `npm run check`: lints the OpenAPI documents (the API's and the operator's), and compares the
// client's types with the API's.
// `node tests/openapi/lint.mjs <file>` also keeps the document there.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { checkClientTypes } from './client-types.mjs';
import { makeDocuments } from './make-documents.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const scratch = mkdtempSync(join(tmpdir(), 'representa-openapi-'));
const file = join(scratch, 'openapi.json');
const adminFile = join(scratch, 'admin-openapi.json');

try {
  const { document, adminDocument } = await makeDocuments();
  const asText = (document) => `${JSON.stringify(document, null, 2)}\n`;
  const text = asText(document);
  for (const path of [file, ...process.argv.slice(2)]) writeFileSync(path, text);
  writeFileSync(adminFile, asText(adminDocument));
  const linted = promisify(execFile)(
    join(root, 'node_modules/.bin/redocly'),
    ['lint', file, adminFile, '--config', join(root, 'redocly.yaml')],
    { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
  );
  await Promise.all([linted, checkClientTypes(document)]);
} catch (error) {
  console.error(`${error.stdout ?? ''}${error.stderr ?? ''}` || error.message);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
  // Timers of the services would keep the process alive.
  process.exit();
}
