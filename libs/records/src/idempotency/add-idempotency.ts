import { createHash } from 'node:crypto';
import type { Database } from '@representa/postgres';
import { invalidIssues } from '@representa/service-kit';
import { addSweeper } from '@representa/service-kit/process';
import type { Log } from '@representa/telemetry';
import type { FastifyInstance } from 'fastify';
import { type CreateOnce, makeCreateOnce } from './create-once.ts';
import { headerDocs, replyHeaderDocs } from './idempotency.docs.schemas.ts';
import { keyUsedOtherwise, stillRunning } from './idempotency.errors.ts';
import { makeKeptAnswers } from './kept-answers.repository.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Repeating a request creates nothing twice, so that an `Idempotency-Key` has no effect: imports. */
    ignoresIdempotencyKey?: boolean;
  }
}

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

const visibleAscii = /^[\x21-\x7e]{1,255}$/;

/** Reads `Idempotency-Key` of every POST that keeps its answer, and takes the fingerprint of its path and body. */
const readIdempotencyKeys = (app: FastifyInstance): void => {
  app.addHook('preHandler', async (request) => {
    const key = request.headers['idempotency-key'];
    if (key === undefined || request.method !== 'POST' || request.routeOptions.config.ignoresIdempotencyKey) return;
    if (typeof key !== 'string' || !visibleAscii.test(key)) {
      throw invalidIssues([{ path: ['idempotency-key'], codigo: 'idempotency_key.malformed' }]);
    }
    const fingerprint = createHash('sha256')
      .update(request.url)
      .update('\0')
      .update(request.rawBody ?? '')
      .digest();
    request.call = { ...request.call, idempotency: { key, fingerprint } };
  });
};

/** Adds the header and its errors to what the document says of every POST that keeps its answer. */
const describeIdempotency = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    const { docs } = route.config ?? {};
    if (route.method !== 'POST' || !docs || route.config?.ignoresIdempotencyKey) return;
    const errors = [...(docs.errors ?? []), stillRunning(), keyUsedOtherwise()];
    const requestHeaders = { ...docs.requestHeaders, ...headerDocs(docs.operationId) };
    const replyHeaders = { ...docs.replyHeaders, ...replyHeaderDocs };
    route.config = { ...route.config, docs: { ...docs, errors, requestHeaders, replyHeaders } };
  });
};
