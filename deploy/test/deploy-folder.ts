import { fileURLToPath } from 'node:url';

export const deployFolder = fileURLToPath(new URL('..', import.meta.url));
