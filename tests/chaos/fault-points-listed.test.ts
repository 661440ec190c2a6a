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

/** No test would reach a fault point with a misspelt name. */
it('the list contains exactly the fault points of the code', () => {
  const passed = folders.flatMap(sources).flatMap((text) => [...text.matchAll(/passFaultPoint\('([^']+)'\)/g)]);
  expect(passed.map(([, point]) => point).sort()).toEqual([...faultPoints].sort());
});
