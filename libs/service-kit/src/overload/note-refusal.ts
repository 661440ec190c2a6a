import { type Log, observeCounter } from '@representa/telemetry';

const quietMs = 1_000;

/**
 * Call the returned function for each request that is refused because there are too many. Counts them, and logs that it began, and
 * that it is over when none was refused for a second: two lines, however many are refused in between.
 */
export const makeNoteRefusal = (log: Log, reason: string): (() => void) => {
  let all = 0;
  let times = 0;
  let timer: NodeJS.Timeout | undefined;
  observeCounter('overload.refusals', () => all, { reason });
  const end = (): void => {
    log.warn({ times }, `${reason}: over`);
    timer = undefined;
    times = 0;
  };
  return () => {
    all += 1;
    times += 1;
    if (timer) return void timer.refresh();
    log.warn({}, reason);
    timer = setTimeout(end, quietMs).unref();
  };
};
