import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { faultPoints } from './fault-points.ts';
import { runScenario } from './run-scenario.ts';
import { startTestSystem, type TestSystem } from './test-system.ts';

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

/** There is one process of clients: nothing continues its work until it is restarted. */
describe('a process killed at', () => {
  let system: TestSystem;
  beforeAll(async () => {
    system = await startTestSystem({ gateway: 1, sales: 1, catalog: 2, clients: 1 });
  });
  afterAll(() => system?.close());
  afterEach(async () => expect(await system.violations()).toEqual([]));

  it.each(faultPoints)('%s', { timeout: 60_000 }, (point) =>
    runScenario(system, point, 'SIGKILL', 'client', system.disarm),
  );
});
