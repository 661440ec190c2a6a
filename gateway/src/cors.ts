import type { FastifyCorsOptions } from '@fastify/cors';
import type { FastifyRequest } from 'fastify';

const allowedHeaders = [
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'traceparent',
  'x-api-key',
  'x-request-id',
];
const exposedHeaders = [
  'allow',
  'content-disposition',
  'deprecation',
  'etag',
  'idempotency-replayed',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'sunset',
  'x-request-id',
];

/** The plugin would refuse one without an origin in words of its own. */
const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

/** For pages of the given origins. Preflights are answered before the key is checked: browsers send them without one. */
export const corsFor = (origins: readonly string[]): FastifyCorsOptions => {
  const options = {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders,
    exposedHeaders,
    maxAge: 3_600,
  };
  return {
    // An OPTIONS that is no preflight asks for the methods of a path.
    delegator: (request, callback) => callback(null, { ...options, preflight: isPreflight(request) }),
  };
};
