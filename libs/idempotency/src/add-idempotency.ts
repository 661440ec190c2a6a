import type { Database } from '@representa/postgres';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { type CreateOnce, makeCreateOnce } from './create-once.ts';
import { describeIdempotency } from './describe.ts';
import { readIdempotencyKeys } from './fingerprint.ts';
import { makeKeptAnswers } from './kept-answers.repository.ts';
import { startAnswerSweeper } from './sweeper.ts';

/** Makes every POST of these routes safe to repeat with an `Idempotency-Key`. Returns what a route answers with. */
export const addIdempotency = (
  app: FastifyInstance,
  sql: Database,
  log: Pick<FastifyBaseLogger, 'warn'>,
): CreateOnce => {
  const answers = makeKeptAnswers(sql);
  readIdempotencyKeys(app);
  describeIdempotency(app);
  const stopSweeper = startAnswerSweeper(answers, log);
  app.addHook('preClose', async () => stopSweeper());
  return makeCreateOnce(answers);
};
