import { setTimeout as delay } from 'node:timers/promises';
import { describeExit } from './child.ts';
import { messageOf } from './problem.ts';
import type { Restartable } from './restartable.ts';

export interface SupervisorOptions {
  say: (sentence: string) => void;
  now?: () => number;
  pause?: (ms: number, over: AbortSignal) => Promise<void>;
}

const firstPauseMs = 250;
const longestPauseMs = 10_000;
const healthyAfterMs = 30_000;

const pauseFor = (ms: number, over: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal: over }).catch(() => {});

export interface Supervisor {
  /** Nothing is started again from here on. */
  end(): void;
}

/** Starts again whatever dies, after a pause that grows while it keeps dying. */
export const supervise = (all: Restartable[], options: SupervisorOptions): Supervisor => {
  const over = new AbortController();
  for (const one of all) watch(one, over.signal, options);
  return { end: () => over.abort() };
};

const watch = (one: Restartable, over: AbortSignal, options: SupervisorOptions): void => {
  const { say, now = Date.now, pause = pauseFor } = options;
  let pauseMs = firstPauseMs;
  let startedAt = now();

  const bringBack = async (reason: string): Promise<void> => {
    if (over.aborted) return;
    if (now() - startedAt > healthyAfterMs) pauseMs = firstPauseMs;
    say(`${one.name} ended (${reason}); starting it again in ${pauseMs / 1000} s`);
    await pause(pauseMs, over);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    if (over.aborted) return;
    startedAt = now();
    try {
      await one.start();
      if (over.aborted) await one.stop();
      else say(`${one.name} runs again`);
    } catch (error) {
      await bringBack(messageOf(error));
    }
  };
  one.onUnexpectedEnd((exit) => void bringBack(describeExit(exit)));
};
