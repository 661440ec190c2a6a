import type { IncomingHttpHeaders } from 'node:http';
import httpProxy from '@fastify/http-proxy';
import { headers as names } from '@representa/contracts';
import { HttpError, renderError, serviceUnavailable } from '@representa/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WholeBody } from './exchange.ts';
import { target, type Upstream } from './upstreams.ts';

interface ProxyOptions {
  /** The path that leads to the service, under the prefix of the scope. */
  prefix: string;
  upstream: Upstream;
  GATEWAY_SECRET: string;
  REQUEST_TIMEOUT_MS: number;
}

/** Passes everything under a path on to a service: bodies unread, headers by name, the path untouched. */
export const addProxy = (scope: FastifyInstance, options: ProxyOptions): void => {
  const { prefix, origin, upstream, gatewaySecret, requestTimeoutMs } = options;
  const fullPrefix = scope.prefix + prefix;
  void scope.register(httpProxy, {
    prefix,
    upstream: origin,
    rewritePrefix: fullPrefix,
    // The path travels as `target`; http-proxy would parse it, decode it and put it together again.
    preRewrite: () => fullPrefix,
    httpMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    undici: upstream as never,
    retryMethods: [],
    disableRequestLogging: true,
    replyOptions: {
      rewriteRequestHeaders: (request) =>
        forwardedHeaders(request as unknown as FastifyRequest, gatewaySecret, requestTimeoutMs),
      rewriteHeaders: returnedHeaders,
      onResponse: (_request, reply, { stream }) => {
        const body: unknown = stream;
        void reply.send(body instanceof WholeBody ? body.bytes : body);
      },
      onError: (reply, { error }) => {
        const { cause } = error;
        renderError(
          cause instanceof HttpError ? cause : serviceUnavailable(),
          reply.request as never,
          reply as unknown as FastifyReply,
        );
      },
    },
  });
};

/** Built anew from what a service may need: nothing else that a caller sends gets past the gateway. */
const forwardedHeaders = (
  request: FastifyRequest,
  gatewaySecret: string,
  requestTimeoutMs: number,
): IncomingHttpHeaders & { [target]: string } => {
  const { headers: sent, keyHolder } = request;
  return {
    accept: sent.accept,
    'content-type': sent['content-type'],
    'idempotency-key': sent['idempotency-key'],
    traceparent: sent.traceparent as string | undefined,
    [names.empresaId]: keyHolder.empresa_id,
    [names.empresaTimeZone]: keyHolder.time_zone,
    [names.gatewaySecret]: gatewaySecret,
    [names.requestId]: request.id,
    [names.timeout]: String(Math.max(1, requestTimeoutMs - request.authenticationMs)),
    [target]: asciiUrl(request.raw.url as string),
  } as IncomingHttpHeaders & { [target]: string };
};

const returnedNames = ['content-type', 'content-length', 'retry-after', 'idempotency-replayed'] as const;

const returnedHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders => {
  const returned: IncomingHttpHeaders = {};
  for (const name of returnedNames) if (headers[name] !== undefined) returned[name] = headers[name] as string;
  return returned;
};

const beyondAscii = /[\x80-\xff]/g;

/** An accent sent as it is (`?search=São`) arrives as bytes, which a URL has to carry percent-encoded. */
const asciiUrl = (url: string): string =>
  url.replace(beyondAscii, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
