import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Clock ticks of each core since the start of the machine: in all, and while the host ran another machine instead (steal). */
const readTicks = (): { all: number; stolen: number }[] => {
  if (process.platform !== 'linux') return [];
  return readFileSync('/proc/stat', 'utf8')
    .split('\n')
    .filter((line) => /^cpu\d/.test(line))
    .map((line) => line.split(/\s+/).slice(1, 9).map(Number))
    .map((ticks) => ({ all: ticks.reduce((sum, count) => sum + count, 0), stolen: ticks[7] ?? 0 }));
};

/**
 * Tells the milliseconds since its start, without those in which the host left this machine waiting. On a shared host they
 * can be most of them, and they say nothing about the software. For upper limits only.
 */
export const startStopwatch = (): (() => number) => {
  const begun = performance.now();
  const before = readTicks();
  return () => {
    const shares = readTicks().map(({ all, stolen }, core) => {
      const start = before[core] ?? { all, stolen };
      return (stolen - start.stolen) / Math.max(1, all - start.all);
    });
    return (performance.now() - begun) * (1 - Math.max(0, ...shares));
  };
};

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
