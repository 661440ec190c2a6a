import { readFileSync } from 'node:fs';
import { startedByNpm } from './config.ts';

export interface SignalHandlers {
  stop: (reason: string) => void;
  force: () => void;
}

/** Nobody is there to be impatient. */
const gone = new Set(['SIGHUP', 'npm is gone']);

/** One Ctrl-C arrives twice under npm: from the terminal, and passed on. */
const sameKeyPressMs = 1_000;

/** The first request to stop stops in order; a later one does not wait. Also when the terminal or npm are gone. */
export const onRequestToStop = ({ stop, force }: SignalHandlers): void => {
  let askedAt: number | undefined;
  const ask = (reason: string): void => {
    if (askedAt === undefined) {
      askedAt = Date.now();
      stop(reason);
    } else if (Date.now() - askedAt > sameKeyPressMs && !gone.has(reason)) {
      force();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ask(signal));
  // A terminal that is gone answers every write with an error.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  if (startedByNpm()) watchParent(() => ask('npm is gone'));
};

const watchParent = (tell: () => void): void => {
  const parent = process.ppid;
  const npm = parentOfShell(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || isThere(npm))) return;
    clearInterval(timer);
    tell();
  }, 500);
  timer.unref();
};

/** npm runs scripts through a shell, and some shells (Debian's) stay in between. */
const parentOfShell = (pid: number): number | undefined => {
  try {
    const [, name = '', parent] = /\((.*)\) \S+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return /^(sh|dash|bash|ash)$/.test(name) ? Number(parent) : undefined;
  } catch {
    return undefined;
  }
};

const isThere = (pid: number): boolean => {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};
