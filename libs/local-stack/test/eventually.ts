import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Polls until the check holds, and fails with its name when it does not in time. */
export const eventually = async (
  what: string,
  check: () => boolean | Promise<boolean>,
  patienceMs = 20_000,
): Promise<void> => {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    if (await check()) return;
    await delay(20);
  }
  throw new Error(`not within ${patienceMs / 1000} s: ${what}`);
};

/** Alive and not merely waiting to be reaped. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return process.platform !== 'linux';
  }
};
