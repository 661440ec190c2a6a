import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { wantsClose } from './wants-close.ts';

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
