import type { FastifyInstance } from 'fastify';
import { headerDocs, replyHeaderDocs } from './idempotency.docs.schemas.ts';
import { keyUsedOtherwise, stillRunning } from './idempotency.errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Repeating a request creates nothing twice, so that an `Idempotency-Key` has no effect: imports. */
    ignoresIdempotencyKey?: boolean;
  }
}

/** Adds the header and its errors to what the document says of every POST that keeps its answer. */
export const describeIdempotency = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    const { docs } = route.config ?? {};
    if (route.method !== 'POST' || !docs || route.config?.ignoresIdempotencyKey) return;
    const errors = [...(docs.errors ?? []), stillRunning(), keyUsedOtherwise()];
    const requestHeaders = { ...docs.requestHeaders, ...headerDocs };
    const replyHeaders = { ...docs.replyHeaders, ...replyHeaderDocs };
    route.config = { ...route.config, docs: { ...docs, errors, requestHeaders, replyHeaders } };
  });
};
