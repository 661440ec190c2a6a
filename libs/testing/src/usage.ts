import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * For tests of CPU time alone: a garbage collection of the test runner may fall into one run by chance, but not into three. A
 * result that must always be right belongs in a test without it.
 */
export const bestOfThree = { retry: 2 };

/** The longest time that other requests would wait for this work. CPU time: a busy host says nothing about the software. */
export const maxPauseMs = async (work: () => Promise<unknown>): Promise<number> => {
  let longest = 0;
  let isOver = false;
  let last = process.cpuUsage();
  const tick = (): void => {
    const { user, system } = process.cpuUsage(last);
    last = process.cpuUsage();
    longest = Math.max(longest, (user + system) / 1_000);
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  try {
    await work();
  } finally {
    isOver = true;
    await new Promise(setImmediate);
  }
  return longest;
};

/** The CPU time of this process that some work takes. */
export const cpuMs = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

/** The resident memory of a process, as the operating system counts it. */
export const residentMegabytes = (pid: number): number => {
  if (process.platform !== 'linux') return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1_024;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
};
