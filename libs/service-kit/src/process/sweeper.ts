import { type Call, callWithin } from '@representa/contracts';
import { Unavailable } from '@representa/messaging';
import { DeadlinePassed, isDatabaseUnavailable } from '@representa/postgres';
import { type Log, reasonOf } from '@representa/telemetry';
import type { FastifyInstance } from 'fastify';

interface Sweeping {
  /** For the log: `remove old answers`. */
  what: string;
  everyMs: number;
  /**
   * A short step, so that nobody waits long for its locks. Returns how many are done: the next step comes soon if there
   * were any.
   */
  sweep: (call: Call) => Promise<number>;
  log: Log;
}

const betweenStepsMs = 250;
const stepMs = 2_000;

/** Cleans up in the background, step by step, until the app closes. */
export const addSweeper = (app: Pick<FastifyInstance, 'addHook'>, { what, everyMs, sweep, log }: Sweeping): void => {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const step = async (): Promise<void> => {
    const done = await sweep(callWithin(stepMs)).catch((error) => {
      // Dependencies that are away are logged once, by their connections. A step that is too slow is logged by nobody else.
      const isAway =
        (isDatabaseUnavailable(error) && !(error instanceof DeadlinePassed)) || error instanceof Unavailable;
      if (!isAway) log.warn({ reason: reasonOf(error) }, `could not ${what}`);
      return 0;
    });
    if (!stopped) timer = setTimeout(step, done > 0 ? betweenStepsMs : everyMs);
  };
  timer = setTimeout(step, everyMs);
  app.addHook('preClose', async () => {
    stopped = true;
    clearTimeout(timer);
  });
};
