import { startedByNpm } from './config.ts';

/** Reasons after which there is no user left to ask a second time. */
const userGone = new Set(['SIGHUP', 'npm is gone']);

/** Under npm one Ctrl-C arrives twice: from the terminal, and forwarded by npm. */
const sameKeyPressMs = 1_000;

/**
 * Calls `stop` on the first request: a signal, or the end of the terminal or of npm. On a second one the process ends at once,
 * and the guard stops what it leaves.
 */
export const onRequestToStop = (stop: (reason: string) => void): void => {
  let askedAt: number | undefined;
  const ask = (reason: string): void => {
    if (askedAt === undefined) {
      askedAt = Date.now();
      stop(reason);
    } else if (Date.now() - askedAt > sameKeyPressMs && !userGone.has(reason)) {
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ask(signal));
  // After the terminal has been closed every write fails.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  if (!startedByNpm()) return;
  // The scripts of package.json begin with `exec`, so that npm is the parent.
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    ask('npm is gone');
  }, 500);
  timer.unref();
};
