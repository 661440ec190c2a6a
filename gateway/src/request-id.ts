import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { headers, type Trace } from '@representa/contracts';
import type { FastifyRequest } from 'fastify';

/** Random: a count would tell how many requests all companies send. */
export const newRequestId = randomUUID;

declare module 'node:http' {
  interface IncomingMessage {
    requestId?: string;
  }
}

/** The caller's own id if logs and headers can carry it, otherwise a new one. The same at every call. */
export const requestIdOf = (request: IncomingMessage): string => {
  const id = request.headers[headers.requestId];
  request.requestId ??= typeof id === 'string' && /^[\w.-]{1,128}$/.test(id) ? id : newRequestId();
  return request.requestId;
};

export const traceOf = ({ headers: sent, id, keyHolder }: FastifyRequest): Trace => ({
  traceparent: sent.traceparent as string | undefined,
  request_id: id,
  empresa_id: keyHolder?.empresa_id,
});
