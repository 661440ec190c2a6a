import { type ProcessName, processes } from '@representa/contracts';
import type { StackProcesses } from '@representa/local-stack';
import { residentMegabytes } from '@representa/testing';

/** No process may need more, however strange the requests are. */
const maxMegabytes = 400;
const everyMs = 100;

/** Watches the processes. Returns a function that stops watching, and tells which had grown too large, with the largest size. */
export const watchMemory = (stack: StackProcesses): (() => string[]) => {
  const max = new Map<ProcessName, number>();
  const look = (): void => {
    for (const name of processes) max.set(name, Math.max(max.get(name) ?? 0, sizeOf(stack[name].pid())));
  };
  const looking = setInterval(look, everyMs);
  return () => {
    clearInterval(looking);
    look();
    return [...max]
      .filter(([, megabytes]) => megabytes > maxMegabytes)
      .map(
        ([name, megabytes]) =>
          `${name} had ${megabytes.toFixed(0)} MB in memory; at most ${maxMegabytes} were expected`,
      );
  };
};

/** 0 of a process that has ended: its missing replies are reported. */
const sizeOf = (pid: number | undefined): number => {
  try {
    return pid === undefined ? 0 : residentMegabytes(pid) || 0;
  } catch {
    return 0;
  }
};
