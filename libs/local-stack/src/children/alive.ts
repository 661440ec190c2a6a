import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * When a living process began. With its pid, which is used again later, it names one process. A zombie counts as dead: it still
 * accepts signals, and some containers have a process 1 that does not reap it.
 */
export const startOf = (pid: number): string | undefined => {
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim() || undefined;
  }
  try {
    // Behind the name, which may contain anything: the state, and the start 19 fields later.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
};

export const isAlive = (pid: number): boolean => startOf(pid) !== undefined;
