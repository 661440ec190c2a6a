import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));

/** The bundles are in dist/; tests run from the sources. */
export const benchFolder = existsSync(join(here, 'baseline')) ? here : join(here, '..');
export const distFolder = join(benchFolder, 'dist');
export const resultsFolder = join(benchFolder, 'results');
