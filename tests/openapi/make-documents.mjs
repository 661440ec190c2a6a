// Makes the OpenAPI documents (the API's and the operator's) from the routes, without a running system.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { nodeBundle } from '../../esbuild.config.mjs';

const folder = dirname(fileURLToPath(import.meta.url));

/** Timers of the services keep the process alive: end it with `process.exit()`. */
export const makeDocuments = async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'representa-openapi-'));
  try {
    const outfile = join(scratch, 'document.mjs');
    await build({ ...nodeBundle, entryPoints: [join(folder, 'document.ts')], outfile, sourcemap: false });
    const bundle = await import(pathToFileURL(outfile).href);
    return { document: await bundle.makeDocument(), adminDocument: await bundle.makeAdminDocument() };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};
