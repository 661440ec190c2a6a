import { Readable } from 'node:stream';
import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import { limiterHeader, headers as names, type ProcessName, reversalMs } from '@representa/contracts';
import { Unavailable } from '@representa/messaging';
import { limits, Refused, type Turn } from '@representa/queues';
import { allMethods, onReply, type TakeSlot, waitMsOf } from '@representa/service-kit/process';
import type { Logger } from '@representa/telemetry';
import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preHandlerHookHandler,
} from 'fastify';
import type { RecheckKey } from '../admission.ts';
import type { Config } from '../config.ts';
import { wantsClose } from '../connections/refuse-malformed.ts';
import { isImport } from '../request-state.ts';
import type { UpstreamReply } from './exchange.ts';
import type { HeldBytes } from './held-bytes.ts';
import { makeReceiveBody } from './receive-body.ts';
import type { Replica } from './replica.ts';
import { type AnswerRequest, send } from './send.ts';
import { makeServiceRequestOf, pick, type ServiceRequest } from './service-request.ts';
import type { Upstream } from './upstream.ts';

/** Headers of a service's reply that the caller is sent. */
export const fromService = [
  'content-type',
  'content-length',
  'etag',
  'retry-after',
  'idempotency-replayed',
  'preference-applied',
  'ignored-fields',
  'allow',
  'content-disposition',
  'deprecation',
  'sunset',
] as const;

type PathOptions = Pick<FastifyContextConfig, 'takesImports' | 'mayWait' | 'deleteMs'>;

type ServiceName = Exclude<ProcessName, 'gateway'>;

/** Which service answers the paths under a prefix. The longest prefix counts. */
const forwardedPaths: readonly [path: string, service: ServiceName, options?: PathOptions][] = [
  ['/sales', 'sales'],
  ['/commissions', 'sales'],
  ['/commissions/payments', 'sales', { deleteMs: reversalMs }],
  ['/reports', 'sales'],
  ['/reports/route', 'clients'],
  ['/products', 'catalog'],
  ['/representadas', 'catalog'],
  ['/clients', 'clients'],
  // Routes of their own, so that the metrics tell requests that may wait or take long from slow ones.
  ['/sales/changes', 'sales', { mayWait: true }],
  ['/clients/changes', 'clients', { mayWait: true }],
  ['/products/changes', 'catalog', { mayWait: true }],
  ['/representadas/changes', 'catalog', { mayWait: true }],
  ['/clients/import', 'clients', { takesImports: true }],
  ['/products/import', 'catalog', { takesImports: true }],
  ['/representadas/import', 'catalog', { takesImports: true }],
  ['/sales/export', 'sales'],
  ['/clients/export', 'clients'],
  ['/products/export', 'catalog'],
  ['/representadas/export', 'catalog'],
];

/** A service's queues: requests that wait for a change have connections and limits of their own. */
export interface ServiceQueues {
  ordinary: Upstream;
  longPoll: Upstream;
}

interface Dependencies {
  services: Record<ServiceName, ServiceQueues>;
  held: HeldBytes;
  /** Only so many imports run at a time. */
  takeImportSlot: TakeSlot;
  isLate: () => boolean;
  recheckKey: RecheckKey;
  config: Pick<Config, 'GATEWAY_SECRET' | 'REQUEST_TIMEOUT_MS'>;
  log: Logger;
}

/**
 * The way of a request that was admitted: its body is received; an import takes a slot; it waits for its turn at a replica; it is sent;
 * and the reply is passed on.
 */
export const forward = (api: FastifyInstance, dependencies: Dependencies): void => {
  const { services, held, takeImportSlot, recheckKey, log } = dependencies;
  const receiveBody = makeReceiveBody(held, recheckKey);
  const importInTurn: preHandlerHookHandler = async (request, reply) => {
    if (isImport(request)) onReply(reply, takeImportSlot(request.keyHolder.empresa_id));
  };
  const quiet = withoutWarnings(log);
  for (const [prefix, name, { takesImports = false, mayWait = false, deleteMs } = {}] of forwardedPaths) {
    const { waitForTurn, sendInTurn } = makeForwarding(services[name], dependencies);
    api.register(async (scope) => {
      scope.setChildLoggerFactory(() => quiet);
      scope.addHook('preHandler', receiveBody);
      if (takesImports) scope.addHook('preHandler', importInTurn);
      scope.addHook('preHandler', waitForTurn);
      scope.register(httpProxy, {
        prefix,
        config: { takesImports, mayWait, deleteMs, ...(takesImports && { bodyType: 'text/csv' }) },
        upstream: services[name].ordinary.origin,
        undici: { request: sendInTurn } as unknown as NonNullable<FastifyHttpProxyOptions['undici']>,
        httpMethods: allMethods,
        disableRequestLogging: true,
        // The path reaches the service as the caller wrote it. http-proxy would resolve dot segments, and refuse the product
        // "../A" (decision 15).
        preRewrite: () => '/',
        replyOptions: {
          // By default http-proxy repeats a GET ten times after a 503. send.ts repeats what is safe to repeat.
          retryDelay: () => null,
          rewriteRequestHeaders: (request) => (request as FastifyRequest).serviceRequest.headers,
          rewriteHeaders: (headers, request) => {
            if (request) (request as FastifyRequest).limiter = headers[limiterHeader] as string | undefined;
            return pick(headers, fromService);
          },
          onResponse: (_request, reply, response) =>
            passOn(reply as FastifyReply, response as unknown as PassedReply, held, api.goingAway),
          onError: (reply, { error }) =>
            void (reply as FastifyReply).send(
              (reply as FastifyReply).request.refusal ??
                new Unavailable('the service did not answer', { cause: error.cause }),
            ),
        },
      });
    });
  }
};

declare module 'fastify' {
  interface FastifyRequest {
    serviceRequest: ServiceRequest;
  }
}

/** http-proxy hands on only copied headers. So a request whose turn has come is found by the id that is among them. */
const makeForwarding = ({ ordinary, longPoll }: ServiceQueues, dependencies: Dependencies) => {
  const serviceRequestOf = makeServiceRequestOf(dependencies);
  const readyToSend = new Map<string, { service: Upstream; request: ServiceRequest; turn: Turn<Replica> }>();

  const enter = (service: Upstream, request: ServiceRequest): ReturnType<Upstream['enter']> => {
    const isOneOfMany = service.insideOf(request.empresa_id) >= limits.eventLoop.ofCompany;
    if (isOneOfMany && !request.isLongPoll && dependencies.isLate()) throw new Refused('event-loop', 'all');
    return service.enter(request);
  };

  const waitForTurn: preHandlerHookHandler = (incoming, reply, done) => {
    incoming.waitMs = waitMsOf(incoming);
    const request = serviceRequestOf(incoming);
    const service = request.isLongPoll ? longPoll : ordinary;
    incoming.serviceRequest = request;
    const begin = (turn: Turn<Replica>): void => {
      readyToSend.set(request.id, { service, request, turn });
      // If the caller left before it was sent.
      onReply(reply, () => readyToSend.delete(request.id) && turn.end());
      done();
    };
    try {
      const entered = enter(service, request);
      incoming.isUnderWay = true;
      if (entered instanceof Promise) entered.then(begin, done);
      else begin(entered);
    } catch (error) {
      done(error as Error);
    }
  };

  const sendInTurn = ({ headers }: Pick<ServiceRequest, 'headers'>, callback: AnswerRequest): void => {
    const id = headers[names.exchangeId] ?? '';
    const found = readyToSend.get(id);
    // Otherwise its caller has left.
    if (found && readyToSend.delete(id))
      send(found.service, found.request, found.turn, unlessCallerLeft(found.request, callback));
  };
  return { waitForTurn, sendInTurn };
};

/** http-proxy would call `destroy` of the reply, which a Buffer does not have. */
const unlessCallerLeft =
  ({ hasCallerLeft }: ServiceRequest, answer: AnswerRequest): AnswerRequest =>
  (error, reply) => {
    if (!hasCallerLeft()) answer(error, reply);
    else if (reply?.body instanceof Readable) reply.body.destroy();
  };

interface PassedReply {
  statusCode: number;
  stream: UpstreamReply['body'];
}

const passOn = (
  reply: FastifyReply,
  { statusCode, stream }: PassedReply,
  held: HeldBytes,
  goingAway: boolean,
): void => {
  const { raw, keyHolder, method } = reply.request;
  // http-proxy closes the connection when a file was not read to its end: a caller that is still sending would lose the
  // reply. receive-body.ts reads and drops the rest.
  if (!raw.complete && !goingAway && !wantsClose(raw.headers)) reply.header('connection', 'keep-alive');
  if (statusCode === 304) reply.removeHeader('content-length');
  if (stream instanceof Readable) stream.once('error', () => removeFileHeaders(reply));
  else {
    held.add(keyHolder.empresa_id, stream.length);
    onReply(reply, () => held.add(keyHolder.empresa_id, -stream.length));
  }
  // For an empty body Fastify would send `Content-Length: 0`, which is not the record's length.
  void reply.send(statusCode === 304 || method === 'HEAD' ? undefined : stream);
};

/** A reply may break off before its head was sent: then the error must not have the headers of a file. */
const removeFileHeaders = (reply: FastifyReply): void => {
  for (const name of fromService) reply.removeHeader(name);
};

/** http-proxy warns of each failure, without the request's id. The error handler logs it with the id. */
const withoutWarnings = (log: Logger): FastifyBaseLogger => Object.assign(Object.create(log), { warn: () => {} });
