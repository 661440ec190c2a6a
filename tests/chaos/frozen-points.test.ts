import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { faultPoints } from './fault-points.ts';
import { playPoint } from './play-point.ts';
import { openScene, type Scene } from './scene.ts';

/** Longer than a request (1.8 s), a question (1 s) and a sweeper (2 s) wait; and sweepers look at what is 3 s old. */
const frozenMs = 4_500;

let scene: Scene;
beforeAll(async () => {
  scene = await openScene({ gateway: 1, sales: 1, catalog: 2, clients: 1 });
});
afterAll(() => scene?.close());
afterEach(async () => expect(await scene.violations()).toEqual([]));

/** There are two processes of catalog: what one of them was doing, the other ends while it stands still. */
describe('frozen, longer than anybody waits, exactly at', () => {
  const thaw = async (label: string, stoppedAt: number): Promise<void> => {
    await pause(stoppedAt + frozenMs - performance.now());
    await scene.stack.part(label).kill('SIGCONT');
  };
  it.each(faultPoints)('%s', { timeout: 60_000 }, (point) => playPoint(scene, point, 'SIGSTOP', 'representada', thaw));
});
