import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Whether the process is stopped by SIGSTOP. */
const isSuspended = async (pid: number): Promise<boolean> => {
  const fromKernel = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (fromKernel !== undefined) return fromKernel.includes(') T ');
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.startsWith('T');
};

/** Returns whether the process was suspended in time. */
export const waitUntilSuspended = async (pid: number | undefined, withinMs: number): Promise<boolean> => {
  const deadline = performance.now() + withinMs;
  while (pid !== undefined && performance.now() < deadline) {
    if (await isSuspended(pid)) return true;
    await pause(5);
  }
  return false;
};
