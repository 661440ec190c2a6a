import { Readable } from 'node:stream';
import { makeReplicas } from './replicas.ts';
import { type Answer, Exchange, NoAnswer } from './upstream/exchange.ts';
import type { UpstreamRequest } from './upstream/request-text.ts';

export type { UpstreamReply } from './upstream/exchange.ts';

export interface Upstream {
  /** The address of its first replica. */
  readonly origin: string;
  request(request: UpstreamRequest, timeoutMs: number, answer: Answer): void;
  close(): void;
}

/** More than this can only wait; a service that hangs shall not use up what the gateway has for the others. */
const mostInFlight = 256;
const mostAttempts = 2;

/** To be carried out twice does no harm to these. A DELETE would be told that its record is not there. */
const repeatable = new Set(['GET', 'HEAD', 'PUT']);

/** One service, by its replicas in turn. */
export const makeUpstream = (origins: readonly string[]): Upstream => {
  const replicas = makeReplicas(origins);
  let inFlight = 0;

  const send: Upstream['request'] = (request, timeoutMs, answer) => {
    const { method, body } = request;
    if (inFlight >= mostInFlight) {
      if (body instanceof Readable) body.on('error', () => {}).destroy();
      answer(new NoAnswer('too many requests are waiting for this service'));
      return;
    }
    const deadline = performance.now() + timeoutMs;
    let attempts = 0;
    const attempt = (): void => {
      attempts++;
      const replica = replicas.next();
      const exchange = new Exchange(request, deadline - performance.now(), (error, reply) => {
        // A replica that has just gone refuses its connections or closes them on a request.
        const isLost = error !== null && !(error instanceof NoAnswer) && !exchange.isAnswered;
        // A stream may also have been broken off by its caller.
        if (isLost && !(body instanceof Readable)) replica.ready = false;
        const mayRepeat = !(body instanceof Readable) && (!exchange.isSent || repeatable.has(method));
        if (isLost && attempts < mostAttempts && mayRepeat) return attempt();
        inFlight--;
        answer(error, reply);
      });
      if (body instanceof Readable) body.on('progress', () => exchange.extend());
      replica.pool.send(exchange);
    };
    inFlight++;
    attempt();
  };

  return {
    origin: origins[0] as string,
    request: send,
    close: replicas.close,
  };
};
