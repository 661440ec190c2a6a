import type { FastifyInstance } from 'fastify';
import { headerDocs, keyUsedOtherwise, replyHeaderDocs, stillRunning } from './idempotency.errors.ts';

/** Adds the header and its errors to what the document says of every POST. */
export const describeIdempotency = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    const { docs } = route.config ?? {};
    // Only what is created by JSON is kept: repeating a file changes nothing more.
    if (route.method !== 'POST' || !docs || docs.requestTypes) return;
    const errors = [...(docs.errors ?? []), stillRunning(), keyUsedOtherwise()];
    const requestHeaders = { ...docs.requestHeaders, ...headerDocs };
    const replyHeaders = { ...docs.replyHeaders, ...replyHeaderDocs };
    route.config = { ...route.config, docs: { ...docs, errors, requestHeaders, replyHeaders } };
  });
};
