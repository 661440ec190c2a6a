import { Readable } from 'node:stream';
import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import { Unavailable } from '@representa/messaging';
import { allMethods, onReply, type TakeInFlightSlot, type TakeSlot, waitMsOf } from '@representa/service-kit';
import type { Logger } from '@representa/telemetry';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, preHandlerHookHandler } from 'fastify';
import type { RecheckKey } from '../admission.ts';
import type { Config } from '../config.ts';
import { wantsClose } from '../connections/wants-close.ts';
import { markUnderWay } from '../request-state.ts';
import { isImport } from './is-import.ts';
import { checkKeyBefore, checkKeyDuring } from './key-during-reply.ts';
import type { PathOptions } from './paths.ts';
import { serviceCall, type UpstreamOptions } from './service-call.ts';
import { fromService, makeHeadersFor, pick } from './service-headers.ts';
import type { Upstream, UpstreamCallback } from './upstream.ts';

/** The upstreams of one service. Requests that wait for a change have connections and limits of their own. */
export interface ServiceUpstreams {
  ordinary: Upstream;
  longPoll: Upstream;
}

interface Dependencies {
  readBody: preHandlerHookHandler;
  /** Only so many imports run at a time. */
  takeImportSlot: TakeSlot;
  takeInFlightSlot: TakeInFlightSlot;
  recheckKey: RecheckKey;
  config: Pick<Config, 'GATEWAY_SECRET' | 'REQUEST_TIMEOUT_MS'>;
  log: Logger;
}

/** Every path under a prefix belongs to one service. */
export const addProxy = (
  api: FastifyInstance,
  prefix: string,
  { ordinary, longPoll }: ServiceUpstreams,
  { readBody, takeImportSlot, takeInFlightSlot, recheckKey, config, log }: Dependencies,
  { takesImports = false, mayWait = false, deleteMs }: PathOptions = {},
): void => {
  const headersFor = makeHeadersFor({ config, recheckKey });
  const upstreamFor = (isLongPoll: boolean): Upstream => (isLongPoll ? longPoll : ordinary);
  const request: Upstream['request'] = (options: UpstreamOptions, callback) => {
    const { isLongPoll, checkKey, hasCallerLeft } = options.headers[serviceCall];
    const answer = unlessCallerLeft(hasCallerLeft, callback);
    const followed = isLongPoll ? checkKeyBefore(checkKey, answer) : checkKeyDuring(checkKey, answer);
    upstreamFor(isLongPoll).request(options, followed);
  };

  const quiet = withoutWarnings(log);
  api.register(async (scope) => {
    scope.setChildLoggerFactory(() => quiet);
    scope.addHook('preHandler', readBody);
    if (takesImports) {
      scope.addHook('preHandler', async (request, reply) => {
        if (isImport(request)) onReply(reply, takeImportSlot(request.keyHolder.empresa_id));
      });
    }
    scope.addHook('preHandler', async (request) => {
      request.waitMs = waitMsOf(request);
      upstreamFor(request.waitMs > 0).requireRoom(request.keyHolder.empresa_id);
    });
    scope.addHook('preHandler', (request, reply, done) =>
      request.waitMs > 0 ? done() : takeInFlightSlot(request, reply, done),
    );
    scope.addHook('preHandler', markUnderWay);
    scope.register(httpProxy, {
      prefix,
      config: { takesImports, mayWait, deleteMs, ...(takesImports && { bodyType: 'text/csv' }) },
      upstream: ordinary.origin,
      undici: { request } as unknown as NonNullable<FastifyHttpProxyOptions['undici']>,
      httpMethods: allMethods,
      disableRequestLogging: true,
      // The path reaches the service as the caller wrote it. http-proxy would resolve dot segments, and refuse the product
      // "../A" (decision 15).
      preRewrite: () => '/',
      replyOptions: {
        // By default http-proxy repeats a GET ten times after a 503. The upstream repeats what is safe to repeat.
        retryDelay: () => null,
        rewriteRequestHeaders: (request) => headersFor(request as FastifyRequest),
        rewriteHeaders: (headers) => pick(headers, fromService),
        onResponse: (_request, reply, response) => {
          const { statusCode, stream } = response as unknown as { statusCode: number; stream: unknown };
          const ours = reply as FastifyReply;
          // http-proxy closes the connection when a file was not read to its end: a caller that is still sending would lose the
          // reply. stream-body.ts reads and drops the rest.
          const { raw } = ours.request;
          if (!raw.complete && !api.goingAway && !wantsClose(raw.headers)) ours.header('connection', 'keep-alive');
          if (statusCode === 304) ours.removeHeader('content-length');
          if (stream instanceof Readable) stream.once('error', () => removeFileHeaders(ours));
          // For an empty body Fastify would send `Content-Length: 0`, which is not the record's length.
          void ours.send(statusCode === 304 || ours.request.method === 'HEAD' ? undefined : stream);
        },
        onError: (reply, { error }) =>
          void (reply as FastifyReply).send(
            (reply as FastifyReply).request.refusal ??
              new Unavailable('the service did not answer', { cause: error.cause }),
          ),
      },
    });
  });
};

/** A reply may break off before its head was sent: then the error must not have the headers of a file. */
const removeFileHeaders = (reply: FastifyReply): void => {
  for (const name of fromService) reply.removeHeader(name);
};

/** http-proxy would call `destroy` of the reply, which a Buffer does not have. */
const unlessCallerLeft =
  (hasCallerLeft: () => boolean, callback: UpstreamCallback): UpstreamCallback =>
  (error, reply) => {
    if (!hasCallerLeft()) callback(error, reply);
    else if (reply?.body instanceof Readable) reply.body.destroy();
  };

/** http-proxy warns of each failure, without the request's id. The error handler logs it with the id. */
const withoutWarnings = (log: Logger): FastifyBaseLogger => Object.assign(Object.create(log), { warn: () => {} });
