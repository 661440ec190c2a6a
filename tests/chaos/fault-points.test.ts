import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { faultPoints } from './fault-points.ts';
import { runScenario } from './run-scenario.ts';
import { startTestSystem, type TestSystem } from './test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ gateway: 1, sales: 1, catalog: 2, clients: 1 });
});
afterAll(() => system?.close());
afterEach(async () => expect(await system.violations()).toEqual([]));

/** There is one process of clients: nothing continues its work until it is restarted. */
describe('a process killed at', () => {
  it.each(faultPoints)('%s', { timeout: 60_000 }, (point) =>
    runScenario(system, point, 'SIGKILL', 'client', system.disarm),
  );
});
