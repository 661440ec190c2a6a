import { Readable } from 'node:stream';
import { answerMarginMs, headers as names } from '@representa/contracts';
import { makeEpisode } from '@representa/service-kit';
import type { Logger } from '@representa/telemetry';
import { makeIds } from '../make-ids.ts';
import { makeCompanyShares, type ShareLimits } from './company-shares.ts';
import { Exchange, NoAnswer, TooLate, type UpstreamReply } from './exchange.ts';
import { judgeFailure } from './judge-failure.ts';
import { observeAttempt } from './observe-attempt.ts';
import type { Replica, ReplicaLimits } from './replica.ts';
import { makeReplicas } from './replicas.ts';

/** The parts of a request to a service that are not sent as headers. */
export interface Forwarded {
  empresa_id: string;
  /** As the caller wrote it. */
  path: string;
  /** A stream can be sent only once. */
  body: Buffer | Readable | null;
  /** A time by `performance.now()`. */
  deadline: number;
  hasCallerLeft(): boolean;
  /** It waits for a change, so it may take long. */
  isWaiting: boolean;
  /** Rejects when the caller's key is no longer good. */
  checkKey(): Promise<void>;
  /** Returns how to stop listening. */
  onceCallerLeft(callback: () => void): () => void;
}

/** http-proxy passes on only headers; the rest of the request travels in them under this symbol. */
export const forwarded = Symbol('forwarded');

export interface UpstreamOptions {
  method: string;
  headers: Record<string, string | undefined> & { [forwarded]: Forwarded };
}

/** One service. http-proxy is given it in the place of undici's pool. */
export interface Upstream {
  /** The address that was given first. */
  readonly origin: string;
  /** Ask this before each request. */
  hasRoom(empresa_id: string): boolean;
  /** Not called back if the caller has left before. */
  request(options: UpstreamOptions, callback: (error: Error | null, reply?: UpstreamReply) => void): void;
  close(): void;
}

export type UpstreamLimits = ReplicaLimits & ShareLimits;

/** A service has few database connections: more running requests would not be faster, but would make the others wait. */
const defaultLimits: UpstreamLimits = {
  connections: 64,
  connectMs: 500,
  stallMs: 5_000,
  requests: 512,
  requestsOfCompany: 128,
  runningAmongOthers: 4,
  runningAlone: 32,
};

/** The limits of requests that wait for a change. Waiting costs a service next to nothing, so it has shares of its own. */
export const waitingLimits: UpstreamLimits = {
  ...defaultLimits,
  connections: 256,
  requestsOfCompany: 16,
  runningAmongOthers: 16,
  runningAlone: 16,
};

const mostAttempts = 2;

const newExchangeId = makeIds();

interface Job {
  options: UpstreamOptions;
  call: Forwarded;
  attempts: number;
  isOver: boolean;
  exchange: Exchange | undefined;
  finish(error: Error | null, reply?: UpstreamReply): void;
}

export const makeUpstream = (
  origins: readonly string[],
  log: Logger,
  limits: UpstreamLimits = defaultLimits,
): Upstream => {
  const replicas = makeReplicas(origins, limits);
  const refusals = makeEpisode(log, `too many requests are waiting for ${origins.join(', ')}`);
  const shares = makeCompanyShares(limits, replicas.size);
  const waiting: Job[] = [];
  const mayRun = ({ call }: Job): boolean => shares.mayRun(call.empresa_id);

  const attempt = (job: Job, replica: Replica): void => {
    const { options, call } = job;
    // What is left after waiting, reading the body and an earlier attempt, less the time for the answer to arrive.
    const left = Math.floor(call.deadline - performance.now() - answerMarginMs);
    if (left <= 0) return void job.finish(new TooLate('no time left to ask the service'));
    const id = newExchangeId();
    job.attempts += 1;
    replica.running += 1;
    const endRunning = shares.startRunning(call.empresa_id);
    const trace = {
      traceparent: options.headers.traceparent,
      request_id: options.headers[names.requestId],
      empresa_id: call.empresa_id,
    };
    const observation = observeAttempt(trace, options.method, replica, call.path);
    const exchange = new Exchange(id, options.method, {
      onReply: (reply) => {
        observation?.answered(reply.statusCode);
        job.finish(null, reply);
      },
      onError: (error) => {
        observation?.failed(error);
        const { isSent, isAnswered } = exchange;
        const isFile = call.body instanceof Readable;
        const judged = judgeFailure({ error, method: options.method, isFile, isSent, isAnswered });
        if (judged.isReplicaSuspect) replica.suspect();
        if (judged.mayRepeat && !job.isOver && job.attempts < mostAttempts) start(job);
        else job.finish(error);
      },
      onStopping: replica.suspect,
      onOver: () => {
        replica.running -= 1;
        endRunning();
        startWaiting();
      },
    });
    job.exchange = exchange;
    const headers = {
      ...options.headers,
      ...(observation?.traceparent && { traceparent: observation.traceparent }),
      [names.timeout]: String(left),
      [names.exchangeId]: id,
    };
    replica.pool.dispatch({ method: options.method, path: call.path, headers, body: call.body }, exchange);
  };

  const start = (job: Job): void => {
    const replica = mayRun(job) ? replicas.next() : undefined;
    if (replica) attempt(job, replica);
    else waiting.push(job);
  };

  /** First come, first served, except that a company which has its share waits for its own. */
  const startWaiting = (): void => {
    for (;;) {
      const at = waiting.findIndex(mayRun);
      const replica = at < 0 ? undefined : replicas.next();
      if (!replica) return;
      attempt(waiting.splice(at, 1)[0] as Job, replica);
    }
  };

  const hasRoom = (empresa_id: string): boolean => {
    const isThere = shares.hasRoom(empresa_id);
    if (!isThere) refusals.note();
    return isThere;
  };

  const request: Upstream['request'] = (options, callback) => {
    const call = options.headers[forwarded];
    if (call.hasCallerLeft()) return;
    const endRequest = shares.startRequest(call.empresa_id);
    const job: Job = {
      options,
      call,
      attempts: 0,
      isOver: false,
      exchange: undefined,
      finish: (error, reply) => {
        if (job.isOver) return;
        job.isOver = true;
        clearTimeout(timer);
        stopListening();
        endRequest();
        callback(error, reply);
      },
    };
    const giveUp = (error: NoAnswer): void => {
      const at = waiting.indexOf(job);
      if (at >= 0) waiting.splice(at, 1);
      job.finish(error);
      job.exchange?.abort(error);
    };
    const timer = setTimeout(
      () => giveUp(new TooLate('the service did not answer in time')),
      call.deadline - performance.now(),
    );
    // A request that was sent goes on when its caller leaves: a write may be half done.
    const stopListening = call.onceCallerLeft(() => {
      if (call.isWaiting || !job.exchange?.isSent) giveUp(new NoAnswer('the caller left'));
    });
    start(job);
  };

  return { origin: origins[0] as string, hasRoom, request, close: replicas.close };
};
