import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Has this process been stopped (SIGSTOP) and not been continued? */
const isStopped = async (pid: number): Promise<boolean> => {
  const fromKernel = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (fromKernel !== undefined) return fromKernel.includes(') T ');
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.startsWith('T');
};

/** Says whether the process came to a stop in time. */
export const comesToAStop = async (pid: number | undefined, withinMs: number): Promise<boolean> => {
  const deadline = performance.now() + withinMs;
  while (pid !== undefined && performance.now() < deadline) {
    if (await isStopped(pid)) return true;
    await pause(5);
  }
  return false;
};
