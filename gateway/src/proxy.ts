import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { makeForward } from './forward.ts';
import type { Upstream } from './upstreams.ts';

type ProxyConfig = Pick<Config, 'GATEWAY_SECRET' | 'REQUEST_TIMEOUT_MS'>;

/** Everything under a path belongs to one service. */
export const addProxy = (api: FastifyInstance, prefix: string, upstream: Upstream, config: ProxyConfig): void => {
  api.register(httpProxy, {
    prefix,
    upstream: upstream.origin,
    httpMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    // Answered here, before http-proxy takes the path apart and puts it together again: it travels as it was sent.
    preHandler: makeForward(upstream, config),
  });
};
