import type { Log } from '@representa/telemetry';

const quietMs = 1_000;

/**
 * Call the returned function each time that something happens. Logs that it began, and that it is over when it did not happen for a
 * second: two lines, however often it happens in between.
 */
export const makeEpisode = (log: Log, what: string): (() => void) => {
  let times = 0;
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => {
    log.warn({ times }, `${what}: over`);
    timer = undefined;
    times = 0;
  };
  return () => {
    times += 1;
    if (timer) return void timer.refresh();
    log.warn({}, what);
    timer = setTimeout(end, quietMs).unref();
  };
};
