import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { headers } from '@representa/contracts';
import { type HttpError, isLongUpload, makeLogParserError } from '@representa/service-kit';
import type { Logger } from '@representa/telemetry';
import { securityHeaders } from '../begin-request.ts';
import { headersTooLarge, malformedRequest, requestTooSlow } from '../gateway.errors.ts';
import { newRequestId, requestIdOf } from '../request-id.ts';
import { activeRequest, closeAfterReply } from './pipelining.ts';

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
      response.writeHead(answer.status, headersOf(answer, requestIdOf(request))).end(answer.toJson());
      return;
    }
    const request_id = newRequestId();
    logParserError(error, socket, { request_id, status: answer.status });
    socket.write(render(answer, request_id));
    socket.destroySoon();
  };
};

const headersOf = (answer: HttpError, requestId: string): Record<string, string | number> => ({
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(answer.toJson()),
  [headers.requestId]: requestId,
  ...securityHeaders,
  connection: 'close',
});

const render = (answer: HttpError, requestId: string): string => {
  const head = Object.entries(headersOf(answer, requestId)).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`, ...head, '', answer.toJson()].join('\r\n');
};
