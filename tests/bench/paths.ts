import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Every bundle is in tests/bench/dist. */
export const benchFolder = fileURLToPath(new URL('..', import.meta.url));
export const distFolder = join(benchFolder, 'dist');
export const resultsFolder = join(benchFolder, 'results');
