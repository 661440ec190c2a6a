import type { Log } from '@representa/messaging';
import type { KeptAnswers } from './kept-answers.repository.ts';

const everyMs = 60_000;
const patienceMs = 2_000;

/** Removes answers past their 24 hours, a few at a time, for as long as the process lives. */
export const startAnswerSweeper = (answers: KeptAnswers, log: Log): (() => void) => {
  const sweep = async (): Promise<void> => {
    while ((await answers.removeOld({ deadline: Date.now() + patienceMs })) > 0);
  };
  const timer = setInterval(() => {
    sweep().catch((err) => log.warn({ err }, 'could not remove old answers'));
  }, everyMs);
  return () => clearInterval(timer);
};
