import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { headers } from '@representa/contracts';
import type { HttpError } from '@representa/service-kit';
import { errorBodyFor, isLongUpload, makeLogParserError } from '@representa/service-kit/process';
import type { Logger } from '@representa/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { securityHeaders } from '../begin-request.ts';
import { headersTooLarge, malformedRequest, requestTooSlow, unknownTransferCoding } from '../gateway.errors.ts';
import { newRequestId, requestIdOf } from '../request-id.ts';
import { activeRequest, closeAfterReply, incompleteHead } from './answer-in-turn.ts';

/*
 * What the HTTP server refuses before a request is admitted; each refusal closes its connection.
 *
 *   what                                                   answer   where
 *   bytes that are no HTTP, a body that breaks its framing 400      Node's parser, `clientError`
 *   a head above 16 KiB                                    431      Node's parser, `clientError`
 *   a head not there in 5 s, a request not there in 10 s   408      Node's server, `clientError`
 *   too many small chunks                                  400      limitChunks
 *   HTTP/1.1 without `Host`, or with two                   400      refuseMalformed
 *   a transfer coding other than `chunked`                 501      refuseMalformed
 *   more requests ahead than anybody sends                 cut off  answer-in-turn.ts
 *   replies that nobody reads                              cut off  unread-replies.ts
 */

const errorOf = (code: string | undefined): HttpError => {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return requestTooSlow();
  return malformedRequest();
};

/** Answers a request that Node's HTTP parser refuses, in the same shape as all errors (decision 1), and closes the connection. */
export const makeAnswerMalformed = (log: Logger) => {
  const logParserError = makeLogParserError(log);
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (isLongUpload(error, socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const [request, response] = activeRequest(socket) ?? [];
    if (request?.complete || response?.headersSent) {
      logParserError(error, socket);
      // Bytes after a complete request are at fault: its reply is sent first, and nothing may be written into it.
      if (request?.complete) closeAfterReply(socket);
      else socket.destroy();
      return;
    }
    const answer = errorOf(error.code);
    if (request && response) {
      // Its own line in the log has this status, and whose request it is. What follows is not parsed: each slice would fail anew.
      closeAfterReply(socket);
      const { head, text } = replyOf(answer, request.headers.accept, requestIdOf(request));
      response.writeHead(answer.status, head).end(text);
      return;
    }
    const request_id = newRequestId();
    logParserError(error, socket, { request_id, status: answer.status });
    socket.write(render(answer, acceptIn(incompleteHead(socket)), request_id));
    socket.destroySoon();
  };
};

const replyOf = (answer: HttpError, accept: string | undefined, requestId: string) => {
  const { type, text } = errorBodyFor(answer, { accept, requestId });
  const head = {
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    [headers.requestId]: requestId,
    ...securityHeaders,
    connection: 'close',
  };
  return { head, text };
};

const render = (answer: HttpError, accept: string | undefined, requestId: string): string => {
  const { head, text } = replyOf(answer, accept, requestId);
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`, ...lines, '', text].join('\r\n');
};

/** The `Accept` of a head that could not be parsed, if its whole line is in the last packet. */
const acceptIn = (packet: Buffer | undefined): string | undefined => {
  const text = packet?.toString('latin1') ?? '';
  const end = text.indexOf('\r\n\r\n');
  const head = end < 0 ? text : text.slice(0, end + 2);
  return /\r\naccept:([^\r\n]*)\r\n/i.exec(head)?.[1];
};

/** Requires exactly one `Host`: Node's own check answers without a body, and takes the first of several. And no other transfer coding. */
export const refuseMalformed = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
  const { httpVersion, rawHeaders, headers: sent } = request.raw;
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
  const hasHost = hosts === 1 || (hosts === 0 && httpVersion !== '1.1');
  const coding = sent['transfer-encoding']?.trim().toLowerCase() ?? 'chunked';
  if (hasHost && coding === 'chunked') return void done();
  reply.header('connection', 'close');
  done(hasHost ? unknownTransferCoding() : malformedRequest());
};

/** Requests with `Expect` are routed like others. A caller that is refused would not send its body, so its connection is closed. */
export const routeExpecting = (server: Server): void => {
  const route = (request: IncomingMessage, response: ServerResponse): void => {
    response.shouldKeepAlive = false;
    server.emit('request', request, response);
  };
  server.on('checkContinue', route).on('checkExpectation', route);
};

/** Sends 100 Continue to a caller that waits for it. Only after admission, so that a refused caller never sends its body. */
export const sendContinue = ({ headers, raw }: FastifyRequest, reply: FastifyReply): void => {
  if (headers.expect === undefined || raw.httpVersion === '1.0') return;
  reply.raw.shouldKeepAlive = !wantsClose(headers);
  reply.raw.writeContinue();
};

/** The caller wants its connection to be closed after the reply. */
export const wantsClose = ({ connection = '' }: IncomingHttpHeaders): boolean => /\bclose\b/i.test(connection);

/** A larger chunk costs little more than its bytes. */
const smallBytes = 1_024;

/** How many more small chunks each request may have. */
const left = new WeakMap<IncomingMessage, number>();

/**
 * Limits the small chunks of a body with `Transfer-Encoding: chunked`. Each costs about as much as a kilobyte, so that a body in
 * chunks of one byte would take the time of all others. A second call can only lower the limit.
 */
export const limitChunks = (request: IncomingMessage, max: number): void => {
  if (request.headers['transfer-encoding'] === undefined) return;
  const isCounted = left.has(request);
  left.set(request, Math.min(left.get(request) ?? max, max));
  if (isCounted) return;
  // Node pushes each chunk, whether or not anybody listens.
  const push = request.push.bind(request);
  request.push = (chunk, encoding) => {
    if (chunk === null || chunk.length >= smallBytes) return push(chunk, encoding);
    const more = (left.get(request) ?? 0) - 1;
    left.set(request, more);
    if (more >= 0) return push(chunk, encoding);
    if (more === -1) refuseChunks(request);
    return false;
  };
};

/** Answered like malformed HTTP. The rest of the body is not read. */
const refuseChunks = ({ socket }: IncomingMessage): void => {
  closeAfterReply(socket);
  const { server } = socket as typeof socket & { server?: NodeJS.EventEmitter };
  server?.emit('clientError', new Error('too many chunks'), socket);
};
