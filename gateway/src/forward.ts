import { pipeline, type Readable } from 'node:stream';
import { headers as names } from '@representa/contracts';
import { Unavailable } from '@representa/messaging';
import { HttpError, inBursts, writeWhole } from '@representa/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from './config.ts';
import { readBody } from './read-body.ts';
import { streamBody } from './stream-body.ts';
import { drop } from './upstream/exchange.ts';
import type { Upstream, UpstreamReply } from './upstreams.ts';

/** Up to here a body is gathered before it is passed on: cheaper than a stream, and it can be sent a second time. */
const largestGathered = 65_536;

type Forward = (request: FastifyRequest, reply: FastifyReply) => void;

/** Asks a service what a caller asked the gateway, and answers what it answers. */
export const makeForward = (
  upstream: Upstream,
  { GATEWAY_SECRET, REQUEST_TIMEOUT_MS }: Pick<Config, 'GATEWAY_SECRET' | 'REQUEST_TIMEOUT_MS'>,
): Forward => {
  const secret = GATEWAY_SECRET[0] as string;
  const send = (request: FastifyRequest, reply: FastifyReply, body: Buffer | Readable | null): void => {
    const timeoutMs = Math.max(1, REQUEST_TIMEOUT_MS - request.authenticationMs);
    const headers = headersFor(request, secret, timeoutMs);
    const said = request.headers['content-length'];
    const length = said === undefined ? undefined : Number(said);
    // The path as it was sent: taken apart and put together again, it is not always the same.
    const { method = 'GET', url: path = '/' } = request.raw;
    upstream.request({ method, path, headers, body, length }, timeoutMs, (error, answer) => {
      if (error instanceof HttpError) reply.send(error);
      else if (!answer) reply.send(new Unavailable('the service did not answer', { cause: error }));
      // Only the gateway's own proof can be refused there: its caller was admitted here.
      else if (answer.statusCode === 401) {
        drop(answer);
        reply.send(new Unavailable('the service has another GATEWAY_SECRET'));
      } else passBack({ answer, request, reply });
    });
  };
  const sendWhole = inBursts<{ request: FastifyRequest; reply: FastifyReply; body: Buffer | null }>(
    ({ request, reply, body }) => send(request, reply, body),
  );

  return (request, reply) => {
    const { body: incoming, headers } = request;
    if (!incoming) return sendWhole({ request, reply, body: null });
    const stream = incoming as Readable;
    if (Number(headers['content-length']) > largestGathered) return void send(request, reply, streamBody(stream));
    readBody(stream, largestGathered, (error, body) => {
      if (error) reply.send(error);
      else if (!body) send(request, reply, streamBody(stream));
      else sendWhole({ request, reply, body: body.length > 0 ? body : null });
    });
  };
};

const passedOn = ['accept', 'content-type', 'idempotency-key', 'traceparent'] as const;

/** Made from nothing: what is not named here does not get past the gateway, whoever sends it. */
const headersFor = (request: FastifyRequest, gatewaySecret: string, timeoutMs: number): string[] => {
  const { headers: sent, keyHolder } = request;
  const headers = [
    names.empresaId,
    keyHolder.empresa_id,
    names.empresaTimeZone,
    keyHolder.time_zone,
    names.gatewaySecret,
    gatewaySecret,
    names.requestId,
    request.id,
    names.timeout,
    String(timeoutMs),
  ];
  for (const name of passedOn) {
    const value = sent[name];
    if (typeof value === 'string') headers.push(name, value);
  }
  return headers;
};

const returned = ['content-type', 'content-length', 'retry-after', 'idempotency-replayed'] as const;

interface Answered {
  answer: UpstreamReply;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Written without Fastify, which would look at the reply for work that it does not have. */
const passBack = inBursts<Answered>(({ answer, request, reply }) => {
  const { statusCode, headers, body } = answer;
  const { raw } = reply;
  // The caller has gone.
  if (raw.destroyed || request.raw.socket.destroyed) return void drop(answer);
  reply.hijack();
  const head: string[] = [names.requestId, request.id];
  for (const name of returned) {
    const value = headers[name];
    if (value !== undefined) head.push(name, value);
  }
  if (typeof body === 'string') return void writeWhole(raw, statusCode, head, body, 'latin1');
  raw.writeHead(statusCode, head);
  pipeline(body, raw, () => {});
});
