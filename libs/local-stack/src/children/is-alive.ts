import { readFileSync } from 'node:fs';
import { codeOf } from '../problem.ts';

/** A zombie counts as dead: it still accepts signals, and some containers have a process 1 that does not reap it. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of another user.
    if (codeOf(error) !== 'EPERM') return false;
  }
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return process.platform !== 'linux';
  }
};
