import { setTimeout as pause } from 'node:timers/promises';
import { startStopwatch } from './stopwatch.ts';

/** Polls until the condition holds. After the deadline it throws an error with the condition's name. */
export const until = async (
  condition: string,
  isTrue: () => boolean | Promise<boolean>,
  withinMs = 15_000,
): Promise<void> => {
  const elapsedMs = startStopwatch();
  while (!(await isTrue())) {
    if (elapsedMs() > withinMs) throw new Error(`not within ${withinMs} ms: ${condition}`);
    await pause(20);
  }
};
