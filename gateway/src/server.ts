import type { App } from '@representa/service-kit';
import { makeServer, renderError } from '@representa/service-kit/process';
import type { Logger } from '@representa/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { withoutPort } from './addresses.ts';
import type { Admission } from './admission.ts';
import { type BeginRequest, makeBeginRequest } from './begin-request.ts';
import { answerInTurn } from './connections/answer-in-turn.ts';
import { makePace, paceRefusals } from './connections/pace-refusals.ts';
import { limitChunks, makeAnswerMalformed, refuseMalformed, routeExpecting } from './connections/refuse-malformed.ts';
import { limitUnreadReplies } from './connections/unread-replies.ts';
import { requestIdOf } from './request-id.ts';
import { decorateRequests, isImport } from './request-state.ts';
import { rawPathOf } from './request-target.ts';

interface Options {
  log: Logger;
  /** The prefix of the paths that need a key. */
  api: string;
  admission: Admission;
  trustedProxies: readonly string[];
}

/**
 * The server that faces the callers. Every request gets an id and an answer, also without a route, and leaves a log line if it
 * had a key or was refused.
 */
export const makeGatewayServer = ({ log, api, admission, trustedProxies }: Options): App => {
  const pace = makePace();
  const app = makeExposedServer(log, {
    logsRequests: true,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    beginRequest: makeBeginRequest(log),
    answerBadUrl: (error, request, reply) => {
      const answer = (refusal = error): void => pace(request, reply, () => renderError(refusal, request, reply));
      if (rawPathOf(request.url).startsWith(api)) admission(request, reply).then(() => answer(), answer);
      else answer();
    },
  });
  paceRefusals(app, pace);
  limitUnreadReplies(app);

  // Bodies are passed on unparsed.
  app.removeAllContentTypeParsers();
  return app;
};

/** The most small chunks of a body that is no file. */
const maxChunks = 2_000;
/** The same, of a file: it may come line by line. */
const maxChunksOfFile = 150_000;

interface ExposedOptions {
  logsRequests?: boolean;
  trustProxy?: string[] | false;
  beginRequest: BeginRequest;
  /** A URL that cannot be decoded has no route, and so no hooks: only `beginRequest` is called. */
  answerBadUrl: (error: Error, request: FastifyRequest, reply: FastifyReply) => void;
}

/** A server that anybody may send bytes to: one request of a connection at a time, and no body before its caller is admitted. */
export const makeExposedServer = (log: Logger, { beginRequest, answerBadUrl, ...options }: ExposedOptions): App => {
  const prepareRequest: BeginRequest = (request, reply, done) => {
    // X-Forwarded-For may hold anything: without an address in it, use the socket's.
    request.address = withoutPort(request.ip ?? '') ?? withoutPort(request.socket.remoteAddress ?? '') ?? '';
    limitChunks(request.raw, isImport(request) ? maxChunksOfFile : maxChunks);
    beginRequest(request, reply, done);
  };
  const app = makeServer(log, {
    ...options,
    behindGateway: false,
    requestIdHeader: false,
    genReqId: requestIdOf,
    clientErrorHandler: makeAnswerMalformed(log),
    frameworkErrors: (error, request, reply) =>
      prepareRequest(request, reply, () => answerBadUrl(error, request, reply)),
  });
  decorateRequests(app);
  answerInTurn(app.server, app.routing);
  routeExpecting(app.server);
  app.addHook('onRequest', prepareRequest);
  // Makes callers open a new connection, to another replica, before the process ends.
  app.addHook('onRequest', (_request, reply, done) => {
    if (app.goingAway) reply.header('connection', 'close');
    done();
  });
  app.addHook('onRequest', refuseMalformed);
  return app;
};
