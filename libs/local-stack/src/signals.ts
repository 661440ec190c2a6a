import { startedByNpm } from './config.ts';

export interface SignalHandlers {
  stop: (reason: string) => void;
  force: () => void;
}

/** One Ctrl-C arrives twice under npm: from the terminal, and passed on. */
const sameKeyPressMs = 1_000;

/** The first request to stop stops in order; a later one does not wait. Also when the terminal or npm are gone. */
export const onRequestToStop = ({ stop, force }: SignalHandlers): void => {
  let askedAt: number | undefined;
  const ask = (reason: string): void => {
    if (askedAt === undefined) {
      askedAt = Date.now();
      stop(reason);
    } else if (Date.now() - askedAt > sameKeyPressMs && reason !== 'SIGHUP') {
      force();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ask(signal));
  // A terminal that is gone answers every write with an error.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  if (startedByNpm()) watchParent(() => ask('SIGHUP'));
};

const watchParent = (gone: () => void): void => {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    gone();
  }, 500);
  timer.unref();
};
