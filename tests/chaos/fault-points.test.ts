import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { faultPoints } from './fault-points.ts';
import { playPoint } from './play-point.ts';
import { openScene, type Scene } from './scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene({ gateway: 1, sales: 1, catalog: 2, clients: 1 });
});
afterAll(() => scene?.close());
afterEach(async () => expect(await scene.violations()).toEqual([]));

/** There is one process of clients: what it was doing is left until it is started again. */
describe('killed exactly at', () => {
  it.each(faultPoints)('%s', { timeout: 60_000 }, (point) =>
    playPoint(scene, point, 'SIGKILL', 'client', scene.disarm),
  );
});
