import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { headers } from '@representa/contracts';
import { type HttpError, isLongUpload, serviceUnavailable } from '@representa/service-kit';
import { wasFrozen } from './freeze.ts';
import { headersTooLarge, malformedRequest, requestTooSlow } from './gateway.errors.ts';
import { activeExchange, closeAfterReply } from './pipelining.ts';
import { newRequestId, securityHeaders } from './requests.ts';

const errorOf = (code: string | undefined): HttpError => {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return wasFrozen() ? serviceUnavailable() : requestTooSlow();
  return malformedRequest();
};

/** Answers a request that Node's HTTP parser refuses, in the same shape as all errors (decision 1), and closes the connection. */
export const answerMalformed = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (isLongUpload(error, socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [request, response] = activeExchange(socket) ?? [];
  // Bytes after a complete request are at fault: its reply is sent first, and nothing may be written into it.
  if (request?.complete) return void closeAfterReply(socket);
  if (response?.headersSent) return void socket.destroy();
  const answer = errorOf(error.code);
  const body = answer.toJson();
  const head = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `${headers.requestId}: ${newRequestId()}`,
    ...Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
    ...(answer.status === 503 ? ['retry-after: 1'] : []),
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
};
