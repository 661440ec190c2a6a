import type { Database } from '@representa/postgres';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { type AnswerOnce, makeAnswerOnce } from './answer-once.ts';
import { readIdempotencyKeys } from './fingerprint.ts';
import { makeKeptAnswers } from './kept-answers.repository.ts';
import { startAnswerSweeper } from './sweeper.ts';

/** Makes every POST of these routes repeatable, and says how to answer one. */
export const addIdempotency = (
  app: FastifyInstance,
  sql: Database,
  log: Pick<FastifyBaseLogger, 'warn'>,
): AnswerOnce => {
  const answers = makeKeptAnswers(sql);
  readIdempotencyKeys(app);
  const stopSweeper = startAnswerSweeper(answers, log);
  app.addHook('preClose', async () => stopSweeper());
  return makeAnswerOnce(answers);
};
