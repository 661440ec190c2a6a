import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { faultPoints } from './fault-points.ts';
import { runScenario } from './run-scenario.ts';
import { startTestSystem, type TestSystem } from './test-system.ts';

/**
 * Longer than the deadlines of a request (1.8 s), a NATS request (1 s) and a sweeper (2 s), and than the 3 s after
 * which sweepers act.
 */
const suspendedMs = 4_500;

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = ['gateway/src', 'services', 'libs'];

const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(^|\/)src\/.*\.ts$/.test(`${folder}/${path}`) && !path.includes('node_modules'))
    .map((path) => readFileSync(join(root, folder, path), 'utf8'));

/** No test would reach a fault point with a misspelt name. */
it('the list contains exactly the fault points of the code', () => {
  const passed = folders.flatMap(sources).flatMap((text) => [...text.matchAll(/passFaultPoint\('([^']+)'\)/g)]);
  expect([...new Set(passed.map(([, point]) => point))].sort()).toEqual([...faultPoints].sort());
});

describe('a process', () => {
  let system: TestSystem;
  beforeAll(async () => {
    system = await startTestSystem({ gateway: 1, sales: 1, catalog: 2, clients: 1 });
  });
  afterAll(() => system?.close());
  afterEach(async () => expect(await system.violations()).toEqual([]));

  /** There is one process of clients: nothing continues its work until it is restarted. */
  it.each(faultPoints)('killed at %s', { timeout: 60_000 }, (point) =>
    runScenario(system, point, 'SIGKILL', 'client', (label) => system.stack.part(label).start()),
  );

  /** There are two processes of catalog: the other one takes over the work of the suspended one. */
  it.each(faultPoints)('suspended beyond every deadline at %s', { timeout: 60_000 }, (point) =>
    runScenario(system, point, 'SIGSTOP', 'representada', async (label, stoppedAt) => {
      await pause(stoppedAt + suspendedMs - performance.now());
      await system.stack.part(label).kill('SIGCONT');
    }),
  );
});
