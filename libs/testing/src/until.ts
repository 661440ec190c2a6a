import { setTimeout as pause } from 'node:timers/promises';

/** Looks again until the answer is yes; fails when it is not by the deadline. */
export const until = async (
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  withinMs = 10_000,
): Promise<void> => {
  const deadline = Date.now() + withinMs;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`);
    await pause(20);
  }
};
