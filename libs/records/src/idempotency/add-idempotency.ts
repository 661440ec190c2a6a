import type { Database } from '@representa/postgres';
import { addSweeper } from '@representa/service-kit';
import type { Log } from '@representa/telemetry';
import type { FastifyInstance } from 'fastify';
import { type CreateOnce, makeCreateOnce } from './create-once.ts';
import { describeIdempotency } from './describe-idempotency.ts';
import { makeKeptAnswers } from './kept-answers.repository.ts';
import { readIdempotencyKeys } from './read-idempotency-keys.ts';

interface Dependencies {
  database: Database;
  log: Log;
}

const aMinuteMs = 60_000;

/** Makes every POST of these routes safe to repeat with an `Idempotency-Key`. Returns what a route answers with. */
export const addIdempotency = (app: FastifyInstance, { database, log }: Dependencies): CreateOnce => {
  const answers = makeKeptAnswers(database);
  readIdempotencyKeys(app);
  describeIdempotency(app);
  addSweeper(app, { what: 'remove old answers', everyMs: aMinuteMs, sweep: answers.removeOld, log });
  return makeCreateOnce(answers);
};
