import { messageOf } from '../problem.ts';
import { describeExit } from './child.ts';
import type { Restartable } from './restartable.ts';

const firstPauseMs = 250;
const maxPauseMs = 10_000;
const healthyAfterMs = 30_000;

/** Restarts a server whenever it ends unexpectedly, until `over`. The pause before a restart doubles while it keeps ending. */
export const supervise = (server: Restartable, over: AbortSignal, report: (line: string) => void): void => {
  let pauseMs = firstPauseMs;
  let startedAt = Date.now();

  const restart = async (reason: string): Promise<void> => {
    if (over.aborted) return;
    if (Date.now() - startedAt > healthyAfterMs) pauseMs = firstPauseMs;
    report(`${server.name} ended (${reason}); starting it again in ${pauseMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    pauseMs = Math.min(pauseMs * 2, maxPauseMs);
    if (over.aborted) return;
    startedAt = Date.now();
    try {
      await server.start();
      report(`${server.name} runs again`);
    } catch (error) {
      await restart(messageOf(error));
    }
  };
  server.onUnexpectedEnd((exit) => void restart(describeExit(exit)));
};
