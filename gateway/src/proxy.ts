import type { IncomingHttpHeaders } from 'node:http';
import httpProxy from '@fastify/http-proxy';
import { headers as names } from '@representa/contracts';
import { HttpError, renderError, serviceUnavailable } from '@representa/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from './config.ts';
import { WholeBody } from './exchange.ts';
import { type ForwardedHeaders, target, type Upstream } from './upstreams.ts';

type ProxyConfig = Pick<Config, 'GATEWAY_SECRET' | 'REQUEST_TIMEOUT_MS'>;

/** Passes everything under a path on to a service: bodies unread, headers by name, the path untouched. */
export const addProxy = (api: FastifyInstance, prefix: string, upstream: Upstream, config: ProxyConfig): void => {
  const fullPrefix = api.prefix + prefix;
  api.register(httpProxy, {
    prefix,
    upstream: upstream.origin,
    rewritePrefix: fullPrefix,
    // The path travels as `target`; http-proxy would take it apart and put it together again.
    preRewrite: () => fullPrefix,
    httpMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    undici: upstream as never,
    // It retries a GET up to ten times by itself; what may be repeated is the upstream's to know.
    retryMethods: [],
    disableRequestLogging: true,
    replyOptions: {
      rewriteRequestHeaders: (request) => forwardedHeaders(request as unknown as FastifyRequest, config),
      rewriteHeaders: returnedHeaders,
      onResponse: (_request, reply, { stream }) => {
        const body: unknown = stream;
        reply.send(body instanceof WholeBody ? body.bytes : body);
      },
      onError: (reply, { error: { cause } }) => {
        const { request } = reply as unknown as FastifyReply;
        renderError(
          cause instanceof HttpError ? cause : serviceUnavailable(),
          request,
          reply as unknown as FastifyReply,
        );
      },
    },
  });
};

/** Built anew from what a service may need: nothing else that a caller sends gets past the gateway. */
const forwardedHeaders = (
  { id, raw, headers, keyHolder, authenticationMs }: FastifyRequest,
  { GATEWAY_SECRET, REQUEST_TIMEOUT_MS }: ProxyConfig,
): ForwardedHeaders => ({
  accept: headers.accept,
  'content-type': headers['content-type'],
  'idempotency-key': headers['idempotency-key'],
  traceparent: headers.traceparent,
  [names.empresaId]: keyHolder.empresa_id,
  [names.empresaTimeZone]: keyHolder.time_zone,
  [names.gatewaySecret]: GATEWAY_SECRET,
  [names.requestId]: id,
  [names.timeout]: String(Math.max(1, REQUEST_TIMEOUT_MS - authenticationMs)),
  [target]: raw.url ?? '/',
});

const returnedNames = ['content-type', 'content-length', 'retry-after', 'idempotency-replayed'] as const;

const returnedHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders => {
  const returned: IncomingHttpHeaders = {};
  for (const name of returnedNames) if (headers[name] !== undefined) returned[name] = headers[name] as string;
  return returned;
};
