import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { headers as names } from '@representa/contracts';
import { Exchange, type UpstreamReply } from './exchange.ts';
import { judgeFailure } from './judge-failure.ts';
import { observeAttempt } from './observe-attempt.ts';
import type { Replica } from './replica.ts';
import { serviceCall, type UpstreamOptions } from './service-call.ts';

interface Options {
  request: UpstreamOptions;
  replica: Replica;
  /** The service is told to answer within this time. */
  timeoutMs: number;
  onReply(reply: UpstreamReply): void;
  onError(error: Error, mayRepeat: boolean): void;
  /** The connection is free for the next request. Called exactly once. */
  onFree(): void;
}

export interface Attempt {
  readonly exchange: Exchange;
  /** May report an error before it returns. */
  send(): void;
}

/** One attempt to send a request to a replica. */
export const makeAttempt = ({ request, replica, timeoutMs, onReply, onError, onFree }: Options): Attempt => {
  const { method, headers } = request;
  const { empresa_id, path, body } = headers[serviceCall];
  const id = randomUUID();
  const trace = { traceparent: headers.traceparent, request_id: headers[names.requestId], empresa_id };
  const observation = observeAttempt(trace, method, replica, path);

  const exchange = new Exchange(id, method, {
    onReply: (reply) => {
      observation?.answered(reply.statusCode);
      onReply(reply);
    },
    onError: (error) => {
      observation?.failed(error);
      const { isSent, isAnswered } = exchange;
      const isFile = body instanceof Readable;
      const { isReplicaSuspect, mayRepeat } = judgeFailure({ error, method, isFile, isSent, isAnswered });
      if (isReplicaSuspect) replica.suspect();
      onError(error, mayRepeat);
    },
    onStopping: replica.suspect,
    onFree,
  });

  const send = (): void => {
    const sent = {
      ...headers,
      ...(observation?.traceparent && { traceparent: observation.traceparent }),
      [names.timeout]: String(timeoutMs),
      [names.exchangeId]: id,
    };
    // Without `reset`, undici asks for the end of the connection with each HEAD: the service would seem to stop.
    replica.pool.dispatch({ method, path, headers: sent, body, reset: false }, exchange);
  };
  return { exchange, send };
};
