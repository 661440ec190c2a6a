import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { headers, type Trace } from '@representa/contracts';
import type { FastifyRequest } from 'fastify';

/** Random: a count would tell how many requests all companies send. */
export const newRequestId = randomUUID;

/** The caller's own id if logs and headers can carry it, otherwise a new one. */
export const requestIdOf = ({ headers: sent }: Pick<IncomingMessage, 'headers'>): string => {
  const id = sent[headers.requestId];
  return typeof id === 'string' && /^[\w.-]{1,128}$/.test(id) ? id : newRequestId();
};

export const traceOf = ({ headers: sent, id, keyHolder }: FastifyRequest): Trace => ({
  traceparent: sent.traceparent as string | undefined,
  request_id: id,
  empresa_id: keyHolder?.empresa_id,
});
