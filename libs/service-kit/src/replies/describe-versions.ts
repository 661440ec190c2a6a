import type { FastifyInstance } from 'fastify';
import { preconditionFailed } from '../kit.errors.ts';
import type { OperationDocs } from '../openapi/docs.ts';
import { etagDocs, ifMatchDocs, ifNoneMatchDocs } from './replies.schemas.ts';

const additions = (method: string, docs: OperationDocs): Partial<OperationDocs> => {
  const replyHeaders = { ...docs.replyHeaders, ...etagDocs };
  if (method === 'POST') return { replyHeaders };
  if (method === 'GET')
    return {
      replyHeaders,
      requestHeaders: { ...docs.requestHeaders, ...ifNoneMatchDocs },
      hasNotModified: true,
    };
  const errors = [...(docs.errors ?? []), preconditionFailed()];
  const requestHeaders = { ...docs.requestHeaders, ...ifMatchDocs };
  return method === 'DELETE' ? { errors, requestHeaders } : { errors, requestHeaders, replyHeaders };
};

/** Adds the headers of versions, 304 and 412 to what the document says of operations on a versioned record. */
export const describeVersions = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    const { docs } = route.config ?? {};
    if (!docs?.isVersioned || typeof route.method !== 'string') return;
    route.config = { ...route.config, docs: { ...docs, ...additions(route.method, docs) } };
  });
};
