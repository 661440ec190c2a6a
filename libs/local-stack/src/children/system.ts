import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Signals in the order of sending, each with its grace period in milliseconds. SIGKILL follows the last. */
export type StopPlan = readonly (readonly [NodeJS.Signals, number])[];

const pollMs = 20;

export const readQuietly = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

/** Undefined when it is missing or damaged. */
export const readJson = <T>(path: string): T | undefined => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};

const outputOf = (program: string, ...args: string[]): string =>
  spawnSync(program, args, { encoding: 'utf8' }).stdout ?? '';

/**
 * When a living process began. With its pid, which is used again later, it names one process. A zombie counts as dead: it still
 * accepts signals, and some containers have a process 1 that does not reap it.
 */
export const startOf = (pid: number): string | undefined => {
  if (process.platform !== 'linux') return outputOf('ps', '-o', 'lstart=', '-p', String(pid)).trim() || undefined;
  // Behind the name, which may contain anything: the state, and the start 19 fields later.
  const [state, ...fields] = readQuietly(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ') ?? ['Z'];
  return state === 'Z' ? undefined : fields[18];
};

export const isAlive = (pid: number): boolean => startOf(pid) !== undefined;

export const signalIfAlive = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended already.
  }
};

/** With its child processes: PostgreSQL has one for each connection. */
export const familyOf = (pid: number): number[] => {
  const children = readQuietly(`/proc/${pid}/task/${pid}/children`) ?? outputOf('pgrep', '-P', String(pid));
  return [pid, ...children.split(/\s+/).filter(Boolean).map(Number)];
};

/** Returns when the process has ended. */
export const stopProcess = async (
  pid: number,
  plan: StopPlan,
  hasEnded = (): boolean => !isAlive(pid),
): Promise<void> => {
  const steps: StopPlan = [...plan, ['SIGKILL', 1_000]];
  for (const [signal, graceMs] of steps) {
    if (hasEnded()) return;
    const family = familyOf(pid);
    signalIfAlive(pid, signal);
    // A suspended process does not handle the signal. PostgreSQL's children are suspended with it, and would stay for ever.
    for (const one of family) signalIfAlive(one, 'SIGCONT');
    for (const deadline = Date.now() + graceMs; Date.now() < deadline && !hasEnded(); ) await delay(pollMs);
  }
};
