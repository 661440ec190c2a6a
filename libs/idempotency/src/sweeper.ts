import { callWithin } from '@representa/contracts';
import type { FastifyBaseLogger } from 'fastify';
import type { KeptAnswers } from './kept-answers.repository.ts';

const everyMs = 60_000;
const betweenStepsMs = 250;
const patienceMs = 2_000;

/** Removes answers past their 24 hours, a few at a time, for as long as the process lives. Returns how to stop it. */
export const startAnswerSweeper = (answers: KeptAnswers, log: Pick<FastifyBaseLogger, 'warn'>): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const step = async (): Promise<void> => {
    const removed = await answers.removeOld(callWithin(patienceMs)).catch((err) => {
      log.warn({ err }, 'could not remove old answers');
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
