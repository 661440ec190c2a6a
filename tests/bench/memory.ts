import type { MemorySample } from './results.ts';
import { type Groups, readUsage } from './usage.ts';

const everyMs = 2_000;

/** Samples the memory of every process until it is stopped. */
export const watchMemory = (groups: Groups) => {
  const begun = performance.now();
  const samples: MemorySample[] = [];
  const peak: Record<string, number> = {};
  const timer = setInterval(() => {
    const { memory } = readUsage(groups);
    samples.push({ seconds: Math.round((performance.now() - begun) / 1_000), memory });
    for (const [name, megabytes] of Object.entries(memory)) peak[name] = Math.max(peak[name] ?? 0, megabytes);
  }, everyMs);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      return { samples, peak };
    },
  };
};
