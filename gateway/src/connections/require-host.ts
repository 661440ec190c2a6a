import type { FastifyReply, FastifyRequest } from 'fastify';
import { malformedRequest } from '../gateway.errors.ts';

/** Requires exactly one `Host`. Node's own check answers without a body, and takes the first of several. */
export const requireHost = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
  const { httpVersion, rawHeaders } = request.raw;
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts === 1 || (hosts === 0 && httpVersion !== '1.1')) return void done();
  reply.header('connection', 'close');
  done(malformedRequest());
};
