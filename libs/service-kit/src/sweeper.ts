import { type Call, callWithin } from '@representa/contracts';
import { isDatabaseUnavailable } from '@representa/postgres';
import { type Logger, reasonOf } from '@representa/telemetry';

interface Sweeping {
  /** For the log: `old answers`. */
  what: string;
  everyMs: number;
  /** Removes a few, so that nobody waits for its locks. Returns how many. */
  removeSome: (call: Call) => Promise<number>;
  log: Pick<Logger, 'warn'>;
}

const betweenStepsMs = 250;
const stepMs = 2_000;

/** Removes what has outlived its time, a few at a time, for as long as the process lives. Returns how to stop it. */
export const startSweeper = ({ what, everyMs, removeSome, log }: Sweeping): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const step = async (): Promise<void> => {
    const removed = await removeSome(callWithin(stepMs)).catch((err) => {
      // That the database is away is logged once, by its connection.
      if (!isDatabaseUnavailable(err)) log.warn({ reason: reasonOf(err) }, `could not remove ${what}`);
      return 0;
    });
    if (!stopped) timer = setTimeout(step, removed > 0 ? betweenStepsMs : everyMs);
  };
  timer = setTimeout(step, everyMs);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
};
