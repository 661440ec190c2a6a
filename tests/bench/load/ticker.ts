// A thread that tells when the next request is due. Timers of the event loop are a millisecond coarse, as long as many
// replies take. A thread can sleep more precisely.
import { parentPort, workerData } from 'node:worker_threads';

const { due, begin, origin } = workerData as { due: Float64Array; begin: number; origin: number };
const never = new Int32Array(new SharedArrayBuffer(4));
const now = (): number => performance.timeOrigin + performance.now() - origin;

for (let next = 0; next < due.length; ) {
  const wait = begin + (due[next] as number) - now();
  if (wait > 0.02) Atomics.wait(never, 0, 0, wait);
  while (next < due.length && begin + (due[next] as number) <= now()) next++;
  parentPort?.postMessage(next);
}
