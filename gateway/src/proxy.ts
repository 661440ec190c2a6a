import type { IncomingHttpHeaders } from 'node:http';
import httpProxy from '@fastify/http-proxy';
import { headers as names } from '@representa/contracts';
import { Unavailable } from '@representa/messaging';
import { HttpError } from '@representa/service-kit';
import type { Logger } from '@representa/telemetry';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import type { Config } from './config.ts';
import { type Forwarded, forwarded, type Upstream } from './upstream.ts';

interface Dependencies {
  config: Pick<Config, 'GATEWAY_SECRET' | 'REQUEST_TIMEOUT_MS'>;
  log: Logger;
}

const fromCaller = ['accept', 'content-type', 'idempotency-key', 'if-match', 'if-none-match', 'traceparent'] as const;
const fromService = ['content-type', 'content-length', 'etag', 'retry-after', 'idempotency-replayed'] as const;

/** Every path under a prefix belongs to one service. */
export const addProxy = (
  api: FastifyInstance,
  prefix: string,
  upstream: Upstream,
  { config: { GATEWAY_SECRET, REQUEST_TIMEOUT_MS }, log }: Dependencies,
): void => {
  /** An allow-list: a header that is not named here does not pass. */
  const headersFor = (request: FastifyRequest): IncomingHttpHeaders & { [forwarded]: Forwarded } => {
    const { headers: sent, keyHolder, raw } = request;
    const headers: IncomingHttpHeaders = {
      [names.empresaId]: keyHolder.empresa_id,
      [names.empresaTimeZone]: keyHolder.time_zone,
      [names.keyId]: keyHolder.key_id,
      [names.keyPrefix]: keyHolder.prefix,
      [names.gatewaySecret]: GATEWAY_SECRET[0],
      [names.requestId]: request.id,
    };
    for (const name of fromCaller) if (typeof sent[name] === 'string') headers[name] = sent[name];
    const call: Forwarded = {
      empresa_id: keyHolder.empresa_id,
      path: raw.url ?? '/',
      body: request.bytes,
      deadline: request.receivedAt + REQUEST_TIMEOUT_MS,
      hasCallerLeft: () => raw.socket.destroyed,
    };
    return Object.assign(headers, { [forwarded]: call });
  };

  const quiet = withoutWarnings(log);
  api.register(async (scope) => {
    scope.setChildLoggerFactory(() => quiet);
    scope.register(httpProxy, {
      prefix,
      upstream: upstream.origin,
      undici: upstream as unknown as { request: Dispatcher['request'] },
      httpMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      disableRequestLogging: true,
      // The path reaches the service as the caller wrote it. http-proxy would resolve dot segments, and refuse the product
      // "../A" (D4: an id that does not exist is a 404 of its resource).
      preRewrite: () => '/',
      replyOptions: {
        // By default a 503 to a GET is asked for ten more times. The upstream repeats what is safe to repeat.
        retryDelay: () => null,
        rewriteRequestHeaders: (request) => headersFor(request as FastifyRequest),
        rewriteHeaders: (headers) => Object.fromEntries(fromService.flatMap((name) => named(headers, name))),
        onError: (reply, { error }) => void (reply as FastifyReply).send(asOurs(error.cause)),
      },
    });
  });
};

const named = (headers: IncomingHttpHeaders, name: string): [string, string | string[]][] => {
  const value = headers[name];
  return value === undefined ? [] : [[name, value]];
};

const asOurs = (cause: unknown): Error =>
  cause instanceof HttpError ? cause : new Unavailable('the service did not answer', { cause });

/** http-proxy warns of each failure, without the request's id. The error handler logs it with the id. */
const withoutWarnings = (log: Logger): FastifyBaseLogger => Object.assign(Object.create(log), { warn: () => {} });
