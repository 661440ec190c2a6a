import { setTimeout as pause } from 'node:timers/promises';

/** Polls until the condition holds. After the deadline it throws an error with the condition's name. */
export const until = async (
  condition: string,
  isTrue: () => boolean | Promise<boolean>,
  withinMs = 10_000,
): Promise<void> => {
  const deadline = performance.now() + withinMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${condition}`);
    await pause(20);
  }
};
