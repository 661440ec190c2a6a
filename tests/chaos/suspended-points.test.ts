import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { faultPoints } from './fault-points.ts';
import { runScenario } from './run-scenario.ts';
import { startTestSystem, type TestSystem } from './test-system.ts';

/** Longer than the deadlines of a request (1.8 s), a NATS request (1 s) and a sweeper (2 s), and than the 3 s after which sweepers act. */
const suspendedMs = 4_500;

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ gateway: 1, sales: 1, catalog: 2, clients: 1 });
});
afterAll(() => system?.close());
afterEach(async () => expect(await system.violations()).toEqual([]));

/** There are two processes of catalog: the other one takes over the work of the suspended one. */
describe('a process suspended beyond every deadline at', () => {
  const resume = async (label: string, stoppedAt: number): Promise<void> => {
    await pause(stoppedAt + suspendedMs - performance.now());
    await system.stack.part(label).kill('SIGCONT');
  };
  it.each(faultPoints)('%s', { timeout: 60_000 }, (point) =>
    runScenario(system, point, 'SIGSTOP', 'representada', resume),
  );
});
