import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { faultPoints } from './fault-points.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = ['gateway/src', 'services', 'libs'];

const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(^|\/)src\/.*\.ts$/.test(`${folder}/${path}`) && !path.includes('node_modules'))
    .map((path) => readFileSync(join(root, folder, path), 'utf8'));

/** A name that is misspelt would be a point that no test ever gets to. */
it('every point that the code passes is listed, and every one that is listed is passed', () => {
  const passed = folders.flatMap(sources).flatMap((text) => [...text.matchAll(/passFaultPoint\('([^']+)'\)/g)]);
  expect(passed.map(([, point]) => point).sort()).toEqual([...faultPoints].sort());
});
