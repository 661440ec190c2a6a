import type { FastifyReply, FastifyRequest } from 'fastify';
import { malformedRequest } from '../gateway.errors.ts';

/** Node's own check answers without a body. */
export const requireHost = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
  const { httpVersion, headers } = request.raw;
  if (httpVersion !== '1.1' || headers.host !== undefined) return void done();
  reply.header('connection', 'close');
  done(malformedRequest());
};
