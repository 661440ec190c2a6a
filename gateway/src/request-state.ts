import type { Readable } from 'node:stream';
import type { App } from '@representa/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyHolder } from './keys/keys.schemas.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the key is known; undefined before. */
    keyHolder: KeyHolder;
    /** The caller's. Read when the request begins, since a closed connection no longer has it. Empty if it was reset before. */
    address: string;
    /** The whole body, or a file as it comes; null when there is none. */
    forwardedBody: Buffer | Readable | null;
    /** When the service's time began, by `performance.now()`: with the request, or when its body had been read whole. */
    deadlineFrom: number;
    /** How long it may wait for a change. */
    waitMs: number;
    /** It waits for a replica or runs: its errors are not paced. */
    isUnderWay: boolean;
    /** Why the gateway ended the request. The caller gets this error instead of the service's. */
    refusal: Error | undefined;
  }
  interface FastifyContextConfig {
    /** A POST to this path is an import. */
    takesImports?: boolean;
    /** The longest that a DELETE may take; REQUEST_TIMEOUT_MS unless given. */
    deleteMs?: number | undefined;
  }
}

/** Gives every request the state that hooks and handlers share. */
export const decorateRequests = (app: App): void => {
  app.decorateRequest('keyHolder');
  app.decorateRequest('call');
  app.decorateRequest('address', '');
  app.decorateRequest('forwardedBody', null);
  app.decorateRequest('deadlineFrom', 0);
  app.decorateRequest('waitMs', 0);
  app.decorateRequest('isUnderWay', false);
  app.decorateRequest('refusal', undefined);
};

/** The last hook before a request is carried out. */
export const markUnderWay = (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
  request.isUnderWay = true;
  done();
};

/**
 * The body of an import may be large, and streams. Other methods of its path, such as OPTIONS, are requests like any
 * other.
 */
export const isImport = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === 'POST' && routeOptions?.config?.takesImports === true;
