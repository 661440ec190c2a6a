import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../problem.ts';
import { describeExit } from './child.ts';
import type { Restartable } from './restartable.ts';

interface SupervisorOptions {
  report: (line: string) => void;
  now?: () => number;
  pause?: (ms: number, over: AbortSignal) => Promise<void>;
}

const firstPauseMs = 250;
const maxPauseMs = 10_000;
const healthyAfterMs = 30_000;

const pauseFor = (ms: number, signal: AbortSignal): Promise<void> => delay(ms, undefined, { signal }).catch(() => {});

export interface Supervisor {
  /** Stops supervising: nothing is restarted from now on. */
  end(): void;
}

/** Restarts everything that ends unexpectedly. The pause before a restart doubles while it keeps ending. */
export const supervise = (all: Restartable[], options: SupervisorOptions): Supervisor => {
  const over = new AbortController();
  for (const server of all) watch(server, over.signal, options);
  return { end: () => over.abort() };
};

const watch = (server: Restartable, over: AbortSignal, options: SupervisorOptions): void => {
  const { report, now = Date.now, pause = pauseFor } = options;
  let pauseMs = firstPauseMs;
  let startedAt = now();

  const restart = async (reason: string): Promise<void> => {
    if (over.aborted) return;
    if (now() - startedAt > healthyAfterMs) pauseMs = firstPauseMs;
    report(`${server.name} ended (${reason}); starting it again in ${pauseMs / 1000} s`);
    await pause(pauseMs, over);
    pauseMs = Math.min(pauseMs * 2, maxPauseMs);
    if (over.aborted) return;
    startedAt = now();
    try {
      await server.start();
      if (over.aborted) await server.stop();
      else report(`${server.name} runs again`);
    } catch (error) {
      await restart(messageOf(error));
    }
  };
  server.onUnexpectedEnd((exit) => void restart(describeExit(exit)));
};
