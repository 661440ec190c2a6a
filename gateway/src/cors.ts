import cors, { type FastifyCorsOptions } from '@fastify/cors';
import { headers as names } from '@representa/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from './config.ts';
import { fromService } from './forwarding/forward.ts';
import { fromCaller } from './forwarding/service-request.ts';

const allowedHeaders = [...fromCaller, 'x-api-key', names.requestId];
const exposedHeaders = [...fromService, 'ratelimit', 'ratelimit-policy', names.requestId];

/** An OPTIONS without an origin is no preflight here: the plugin would refuse it with an error in another form. */
const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

const optionsFor = (origins: readonly string[]): FastifyCorsOptions => {
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

/**
 * Lets pages of the given origins call the API. Preflights are answered before the key is checked: browsers send them
 * without one.
 */
export const addCors = async (app: FastifyInstance, { CORS_ORIGINS }: Pick<Config, 'CORS_ORIGINS'>): Promise<void> => {
  if (CORS_ORIGINS.length > 0) await app.register(cors, optionsFor(CORS_ORIGINS));
};
