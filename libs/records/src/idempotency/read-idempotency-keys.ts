import { createHash } from 'node:crypto';
import { invalidIssues } from '@representa/service-kit';
import type { FastifyInstance } from 'fastify';
import { messages } from './idempotency.errors.ts';

const visibleAscii = /^[\x21-\x7e]{1,255}$/;

/** Reads `Idempotency-Key` of every POST that keeps its answer, and takes the fingerprint of its path and body. */
export const readIdempotencyKeys = (app: FastifyInstance): void => {
  app.addHook('preHandler', async (request) => {
    const key = request.headers['idempotency-key'];
    if (key === undefined || request.method !== 'POST' || request.routeOptions.config.ignoresIdempotencyKey) return;
    if (typeof key !== 'string' || !visibleAscii.test(key)) {
      throw invalidIssues([{ path: ['idempotency-key'], message: messages.malformedKey }]);
    }
    const fingerprint = createHash('sha256')
      .update(request.url)
      .update('\0')
      .update(request.rawBody ?? '')
      .digest();
    request.call = { ...request.call, idempotency: { key, fingerprint } };
  });
};
