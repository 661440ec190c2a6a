import { Readable } from 'node:stream';
import { answerMarginMs, headers as names } from '@representa/contracts';
import type { Turn } from '@representa/queues';
import { HttpError } from '@representa/service-kit';
import { withoutQuery } from '@representa/service-kit/process';
import { attributeNames, codeOf, errorTypeOf, observeCall } from '@representa/telemetry';
import { Exchange, NoAnswer, TooLate, type UpstreamReply } from './exchange.ts';
import type { Replica } from './replica.ts';
import type { ServiceRequest } from './service-request.ts';
import type { Upstream } from './upstream.ts';

export type AnswerRequest = (error: Error | null, reply?: UpstreamReply) => void;

const maxAttempts = 2;

/** What is left after queuing, reading the body and an earlier attempt, less the time for the answer to arrive. */
const timeLeft = ({ deadline }: ServiceRequest): number => Math.floor(deadline - performance.now() - answerMarginMs);

/**
 * Sends a request to the replica whose turn it was given, and once more to another where that is safe. The turn ends with the
 * service's reply, not the caller's: who reads slowly holds no connection.
 */
export const send = (
  service: Pick<Upstream, 'enter'>,
  request: ServiceRequest,
  turn: Turn<Replica>,
  callback: AnswerRequest,
): void => {
  const answer = checkingKey(request, callback);
  let attempts = 0;
  let current: Attempt | undefined;
  let isOver = false;

  const finish: AnswerRequest = (error, reply) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    stopListening();
    answer(error, reply);
  };

  const attempt = (given: Turn<Replica>): void => {
    const timeoutMs = timeLeft(request);
    if (isOver || timeoutMs <= 0) {
      finish(new TooLate('no time left to ask the service'));
      given.end();
      return;
    }
    attempts += 1;
    current = makeAttempt(request, attempts, given.slot, timeoutMs, {
      onReply: (reply) => finish(null, reply),
      onError: (error, mayRepeat) => {
        if (!mayRepeat || isOver || attempts >= maxAttempts) return finish(error);
        current = undefined;
        given.end();
        attemptAgain(error);
      },
      onFree: given.end,
    });
    current.send();
  };

  const attemptAgain = (error: Error): void => {
    const giveUp = (): void => finish(error);
    try {
      const entered = service.enter(request);
      if (entered instanceof Promise) entered.then(attempt, giveUp);
      else attempt(entered);
    } catch {
      giveUp();
    }
  };

  const giveUp = (error: NoAnswer): void => {
    finish(error);
    current?.exchange.abort(error);
  };
  const timer = setTimeout(
    () => giveUp(new TooLate('the service did not answer in time')),
    request.deadline - performance.now(),
  );
  // A request that was sent goes on when its caller leaves: a write may be half done.
  const stopListening = request.onceCallerLeft(() => {
    if (request.isLongPoll || !current?.exchange.isSent) giveUp(new NoAnswer('the caller left'));
  });
  attempt(turn);
};

interface AttemptOutcome {
  onReply(reply: UpstreamReply): void;
  onError(error: Error, mayRepeat: boolean): void;
  /** The connection is free for the next request. Called exactly once. */
  onFree(): void;
}

interface Attempt {
  readonly exchange: Exchange;
  /** May report an error before it returns. */
  send(): void;
}

const makeAttempt = (
  request: ServiceRequest,
  number: number,
  replica: Replica,
  timeoutMs: number,
  { onReply, onError, onFree }: AttemptOutcome,
): Attempt => {
  const { method, path, body, headers } = request;
  const id = `${request.id}.${number}`;
  const observation = observeAttempt(request, replica);
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
  const { traceparent = headers.traceparent } = observation ?? {};
  const sent = { ...headers, traceparent, [names.timeout]: String(timeoutMs), [names.exchangeId]: id };
  // Without `reset`, undici asks for the end of the connection with each HEAD: the service would seem to stop.
  const send = (): void => void replica.pool.dispatch({ method, path, headers: sent, body, reset: false }, exchange);
  return { exchange, send };
};

interface FailedAttempt {
  error: Error;
  method: string;
  /** The body is a stream, which can be sent only once. */
  isFile: boolean;
  /** The service may have seen the request. */
  isSent: boolean;
  /** The reply's head had arrived. */
  isAnswered: boolean;
}

/** After a lost connection a write may have been carried out. Repeated, it could be refused for what it did: a 409 for a taken email. */
const repeatable = new Set(['GET', 'HEAD']);

/** What a failed attempt says about its replica, which gets nothing until a probe finds it ready, and about a second one. */
export const judgeFailure = ({ error, method, isFile, isSent, isAnswered }: FailedAttempt) => {
  // A file that breaks off closes the connection, too. A request that undici refuses to send would be refused again.
  const isCallersFault = (isFile && isSent) || codeOf(error) === 'UND_ERR_INVALID_ARG';
  // A replica that has just gone refuses connections, or closes them on a request.
  const isLost = !(error instanceof NoAnswer) && !isAnswered && !isCallersFault;
  return {
    // A replica that hangs says nothing until the deadline.
    isReplicaSuspect: isLost || error instanceof TooLate,
    mayRepeat: isLost && !isFile && (!isSent || repeatable.has(method)),
  };
};

/** The span and the duration of one attempt. Undefined when they are not recorded. */
const observeAttempt = ({ method, path, headers, empresa_id }: ServiceRequest, replica: Replica) => {
  const trace = { traceparent: headers.traceparent, request_id: headers[names.requestId], empresa_id };
  const observation = observeCall(trace, () => ({
    duration: 'http.client.request.duration',
    name: method,
    attributes: {
      [attributeNames.httpMethod]: method,
      [attributeNames.serverAddress]: replica.hostname,
      [attributeNames.serverPort]: replica.port,
    },
  }));
  if (!observation) return undefined;
  const spanAttributes = observation.isRecording
    ? { [attributeNames.urlFull]: `${replica.origin}${withoutQuery(path)}` }
    : undefined;
  return {
    /** The service's span becomes a child of this one. */
    traceparent: observation.traceparent,
    answered: (status: number) =>
      observation.end({
        attributes: { [attributeNames.httpStatus]: status },
        spanAttributes,
        // The conventions count a 4xx as a client's error. Here the client is the caller, and the attempt went well.
        errorType: status >= 500 ? String(status) : undefined,
      }),
    failed: (error: Error) => observation.end({ spanAttributes, errorType: errorTypeOf(error) }),
  };
};

const checkEveryMs = 1_000;

/**
 * A key may be revoked while its request waits for a change: then the caller is not told of the change. Or while an export is read,
 * which takes minutes: then the transfer breaks off.
 */
const checkingKey =
  ({ isLongPoll, checkKey }: ServiceRequest, answer: AnswerRequest): AnswerRequest =>
  (error, reply) => {
    const body = reply?.body;
    if (error) return answer(error);
    if (isLongPoll) {
      return void checkKey().then(
        () => answer(null, reply),
        (refusal) => {
          if (body instanceof Readable) body.destroy();
          answer(refusal);
        },
      );
    }
    if (body instanceof Readable) {
      const end = (refusal: unknown): void => {
        // A key that could not be looked up may still be good.
        if (refusal instanceof HttpError && [401, 403].includes(refusal.status)) body.destroy(refusal);
      };
      const timer = setInterval(() => checkKey().catch(end), checkEveryMs);
      body.once('close', () => clearInterval(timer));
    }
    answer(null, reply);
  };
