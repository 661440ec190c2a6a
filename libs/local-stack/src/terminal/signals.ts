import { readFileSync } from 'node:fs';
import { isAlive } from '../children/alive.ts';
import { startedByNpm } from '../config.ts';

interface SignalHandlers {
  stop: (reason: string) => void;
  force: () => void;
}

/** Reasons after which there is no user left to ask a second time. */
const userGone = new Set(['SIGHUP', 'npm is gone']);

/** Under npm one Ctrl-C arrives twice: from the terminal, and forwarded by npm. */
const sameKeyPressMs = 1_000;

/** Calls `stop` on the first request and `force` on a second one. The end of the terminal or of npm is a request too. */
export const onRequestToStop = ({ stop, force }: SignalHandlers): void => {
  let askedAt: number | undefined;
  const ask = (reason: string): void => {
    if (askedAt === undefined) {
      askedAt = Date.now();
      stop(reason);
    } else if (Date.now() - askedAt > sameKeyPressMs && !userGone.has(reason)) {
      force();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ask(signal));
  // After the terminal has been closed every write fails.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  if (startedByNpm()) watchParent(() => ask('npm is gone'));
};

const watchParent = (onGone: () => void): void => {
  const parent = process.ppid;
  const npm = parentOfShell(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || isAlive(npm))) return;
    clearInterval(timer);
    onGone();
  }, 500);
  timer.unref();
};

/** npm runs scripts through a shell. Some shells (Debian's) stay between npm and this process. */
const parentOfShell = (pid: number): number | undefined => {
  try {
    const [, name = '', parent] = /\((.*)\) \S+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return /^(sh|dash|bash|ash)$/.test(name) ? Number(parent) : undefined;
  } catch {
    return undefined;
  }
};
