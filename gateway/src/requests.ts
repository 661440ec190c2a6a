import { randomBytes } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { headers } from '@representa/contracts';
import { type App, type HttpError, onReplyOver } from '@representa/service-kit';
import { type Logger, traceIdOf } from '@representa/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { headersTooLarge, malformedRequest, requestTooSlow } from './gateway.errors.ts';

/** Random for each process, so that prefix and count are unique. */
const ownPrefix = randomBytes(9).toString('base64url');
let requests = 0;

const newRequestId = (): string => {
  requests++;
  return `${ownPrefix}.${requests.toString(36)}`;
};

/** The caller's own, when it is one that logs and headers can carry. */
export const requestIdOf = ({ headers: sent }: Pick<IncomingMessage, 'headers'>): string => {
  const id = sent[headers.requestId];
  return typeof id === 'string' && /^[\w.-]{1,128}$/.test(id) ? id : newRequestId();
};

/** As nginx logs it. */
const callerLeft = 499;

export type Begin = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Every request gets its id back and leaves one log line, except probes that succeed. Returns the hook's function, for
 * requests that Fastify runs no hook for.
 */
export const followRequests = (app: Pick<App, 'addHook'>, log: Logger): Begin => {
  // No field of the line can hold a secret, so it is not searched for any.
  const lines = log.child({}, { redact: [] });
  const logRequest = (request: FastifyRequest, reply: FastifyReply, beganAt: number): void => {
    const { url, method, keyHolder } = request;
    const status = reply.raw.writableFinished ? reply.statusCode : callerLeft;
    if (!keyHolder && status < 400) return;
    const end = url.indexOf('?');
    const path = end < 0 ? url : url.slice(0, end);
    const ms = Math.round((performance.now() - beganAt) * 10) / 10;
    lines.info(
      {
        method,
        path,
        status,
        ms,
        request_id: request.id,
        trace_id: traceIdOf(request.headers.traceparent),
        empresa_id: keyHolder?.empresa_id,
      },
      'request',
    );
  };

  const begin: Begin = (request, reply) => {
    reply.header(headers.requestId, request.id);
    const beganAt = performance.now();
    request.receivedAt = beganAt;
    onReplyOver(request, reply, () => logRequest(request, reply, beganAt));
  };
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply);
    done();
  });
  return begin;
};

const answerTo = (code: string | undefined): HttpError => {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return requestTooSlow();
  return malformedRequest();
};

/** Answers requests that Node's HTTP parser refuses, in the same shape as all errors (D1). */
export const answerMalformed = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const answer = answerTo(error.code);
  const body = answer.toJson();
  const head = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `${headers.requestId}: ${newRequestId()}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
};
