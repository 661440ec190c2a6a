import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { headers } from '@representa/contracts';
import type { Logger } from '@representa/telemetry';
import fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { makeNoteRefusal } from '../overload/refusals.ts';
import { compileSerializer } from '../replies/serialization.ts';
import { compileValidator, type ZodTypeProvider } from '../validation/validation.ts';
import { parseJsonBodies } from './json-body.ts';
import { makeLogParserError } from './log-parser-errors.ts';
import { isLongUpload } from './long-uploads.ts';
import { addAllMethods, addNotFound } from './other-methods.ts';
import { RequestLog, renderError } from './render-error.ts';

export type App = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>;

declare module 'fastify' {
  interface FastifyInstance {
    /** True once the process was told to stop: it should get no new requests. Scopes inherit it from the server. */
    goingAway: boolean;
    isBehindGateway: boolean;
  }
}

interface ServerOptions extends Partial<FastifyHttpOptions<Server, FastifyBaseLogger>> {
  /** For services, which only the gateway asks. */
  behindGateway?: boolean;
  /** The server writes a line for every request (see render-error.ts). */
  logsRequests?: boolean;
}

export const bodyLimit = 1_048_576;

/**
 * A request's head must arrive within 5 s and the whole request within 10 s. Node enforces the larger of the two limits, and
 * only when it checks its connections: all three are needed.
 */
const headersTimeout = 5_000;
const requestTimeout = 10_000;
const connectionsCheckingInterval = 500;
/** A caller's head may have 16 KiB, Node's default. The gateway's own headers come on top. */
const maxHeaderSizeOfService = 32_768;

/** The HTTP server of every process: JSON in, JSON out, one shape of errors. */
export const makeServer = (
  log: Logger,
  { behindGateway = true, logsRequests = false, ...options }: ServerOptions = {},
): App => {
  const app = fastify({
    logController: new RequestLog(),
    // While closing, requests on open connections are answered as usual; new connections are refused.
    return503OnClosing: false,
    bodyLimit,
    requestTimeout,
    http: {
      headersTimeout,
      connectionsCheckingInterval,
      // Node refuses HTTP/1.1 without `Host` by itself, with an empty reply. The gateway tells its callers why.
      requireHostHeader: behindGateway,
      ...(behindGateway && { maxHeaderSize: maxHeaderSizeOfService }),
    },
    // For a connection on which nothing moves, for example because the caller does not read its reply.
    connectionTimeout: 60_000,
    keepAliveTimeout: 30_000,
    clientErrorHandler: makeDropMalformed(log),
    forceCloseConnections: 'idle',
    requestIdHeader: headers.requestId,
    // Log lines name their request themselves, so all requests share one logger. Given as the server's own logger, it would
    // make Fastify add two listeners to every reply.
    childLoggerFactory: () => log as FastifyBaseLogger,
    // As long as a URL may be, so that its route answers for an id that is too long: it does not exist.
    routerOptions: { maxParamLength: 16_384 },
    // Fastify runs no hooks for a URL that cannot be decoded.
    frameworkErrors: (error, request, reply) => {
      if (behindGateway) tellGateway(app, request, reply);
      renderError(error, request, reply);
    },
    ...options,
  }).withTypeProvider<ZodTypeProvider>();
  // Node drops headers beyond a thousand without a word, also those by which it frames the body. Their size is limited to 16 KiB.
  app.server.maxHeadersCount = 0;
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  app.setErrorHandler(renderError);
  app.decorateRequest('failureLog', null);
  app.decorateRequest('brokenOffBy', null);
  app.decorateRequest('rawBody');
  app.decorateRequest('limiter');
  app.decorate('noteRefusal', makeNoteRefusal(log));
  app.decorate('isBehindGateway', behindGateway);
  app.decorate('logsRequests', logsRequests);
  app.decorate('goingAway', false);
  if (behindGateway) {
    app.addHook('onRequest', (request, reply, done) => {
      tellGateway(app, request, reply);
      done();
    });
  }
  addAllMethods(app);
  addNotFound(app);
  parseJsonBodies(app);
  closeConnectionsThatGoIdle(app);
  return app;
};

/** Without a reply: a service's caller is the gateway, which answers with a 503 then. */
const makeDropMalformed = (log: Logger) => {
  const logParserError = makeLogParserError(log);
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (isLongUpload(error, socket)) return;
    if (error.code !== 'ECONNRESET') logParserError(error, socket);
    socket.destroy();
  };
};

/**
 * Closing waits for open connections, and a keep-alive connection that goes idle later would hold it up for its whole timeout.
 * For Node a connection that has sent nothing yet is not idle: the gateway's pools have such in reserve.
 */
const closeConnectionsThatGoIdle = (app: FastifyInstance): void => {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  let timer: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    timer = setInterval(() => {
      app.server.closeIdleConnections();
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    }, 50);
  });
  app.addHook('onClose', async () => clearInterval(timer));
};

/**
 * The gateway checks that a reply has the id of its request, and sends the next one to another replica if this one is
 * about to stop.
 */
const tellGateway = (app: Pick<App, 'goingAway'>, request: FastifyRequest, reply: FastifyReply): void => {
  const id = request.headers[headers.exchangeId];
  if (id !== undefined) reply.header(headers.exchangeId, id);
  if (app.goingAway) reply.header('connection', 'close');
};
