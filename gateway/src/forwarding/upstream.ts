import { answerMarginMs } from '@representa/contracts';
import { makeNoteRefusal, makeTally, serviceUnavailable, tooManyAtOnce } from '@representa/service-kit';
import type { Logger } from '@representa/telemetry';
import { type Attempt, makeAttempt } from './attempt.ts';
import { NoAnswer, TooLate, type UpstreamReply } from './exchange.ts';
import type { ReplicaLimits } from './replica.ts';
import { makeReplicas } from './replicas.ts';
import { makeRequestQueue, type QueuedRequest, type RunningLimits } from './request-queue.ts';
import { type ServiceCall, serviceCall, type UpstreamOptions } from './service-call.ts';

export type UpstreamCallback = (error: Error | null, reply?: UpstreamReply) => void;

/** One service. http-proxy is given it in the place of undici's pool. */
export interface Upstream {
  /** The address that was given first. */
  readonly origin: string;
  /** Call this before each request. Throws when there are too many. */
  requireRoom(empresa_id: string): void;
  /** Not called back if the caller has left before. */
  request(options: UpstreamOptions, callback: UpstreamCallback): void;
  close(): void;
}

export interface UpstreamLimits extends ReplicaLimits, RunningLimits {
  /** The most requests of all companies, sent or queued. So a service that hangs does not use up the gateway. */
  requests: number;
  /** The most requests of one company, sent or queued. */
  requestsOfCompany: number;
  /** False: a request is refused unless it can be sent at once. */
  mayQueue: boolean;
}

/** A service has few database connections: more running requests would not be faster, but would make the others wait. */
const defaultLimits: UpstreamLimits = {
  connections: 64,
  connectMs: 500,
  stallMs: 5_000,
  requests: 512,
  requestsOfCompany: 128,
  mayQueue: true,
  runningAmongOthers: 4,
  runningAlone: 32,
};

/**
 * Of requests that wait for a change. Waiting costs a service next to nothing, so these requests have limits of their own. They are
 * not queued: the ones before them wait as long, so a queued one would not be sent before its deadline.
 */
export const longPollLimits: UpstreamLimits = {
  ...defaultLimits,
  connections: 256,
  requestsOfCompany: 16,
  mayQueue: false,
  runningAmongOthers: 16,
  runningAlone: 16,
};

const maxAttempts = 2;

/** What is left after queuing, reading the body and an earlier attempt, less the time for the answer to arrive. */
const timeLeft = ({ deadline }: ServiceCall): number => Math.floor(deadline - performance.now() - answerMarginMs);

export const makeUpstream = (
  origins: readonly string[],
  log: Logger,
  limits: UpstreamLimits = defaultLimits,
): Upstream => {
  const replicas = makeReplicas(origins, limits);
  const what = limits.mayQueue ? 'requests are waiting for' : 'callers wait for changes of';
  const noteRefusal = makeNoteRefusal(log, `too many ${what} ${origins.join(', ')}`);
  const requests = makeTally();
  const queue = makeRequestQueue(replicas, limits);

  const mayStart = (): boolean => limits.mayQueue || replicas.hasNext();

  const requireRoom = (empresa_id: string): void => {
    if (requests.of(empresa_id) >= limits.requestsOfCompany) throw tooManyAtOnce();
    if (requests.total() < limits.requests && mayStart()) return;
    noteRefusal();
    throw serviceUnavailable();
  };

  const request: Upstream['request'] = (options, callback) => {
    const call = options.headers[serviceCall];
    if (call.hasCallerLeft()) return;
    requests.add(call.empresa_id, 1);
    let attempts = 0;
    let attempt: Attempt | undefined;
    let isOver = false;

    const finish: UpstreamCallback = (error, reply) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      stopListening();
      requests.add(call.empresa_id, -1);
      callback(error, reply);
    };
    const run: QueuedRequest['run'] = (replica, onFree) => {
      const timeoutMs = timeLeft(call);
      if (timeoutMs <= 0) {
        finish(new TooLate('no time left to ask the service'));
        onFree();
        return;
      }
      attempts += 1;
      attempt = makeAttempt({
        request: options,
        replica,
        timeoutMs,
        onReply: (reply) => finish(null, reply),
        onError: (error, mayRepeat) => {
          if (!mayRepeat || isOver || attempts >= maxAttempts || !mayStart()) return finish(error);
          attempt = undefined;
          queue.start(queued);
        },
        onFree,
      });
      attempt.send();
    };
    const queued: QueuedRequest = { empresa_id: call.empresa_id, run };

    const giveUp = (error: NoAnswer): void => {
      queue.remove(queued);
      finish(error);
      attempt?.exchange.abort(error);
    };
    const timer = setTimeout(
      () => giveUp(new TooLate('the service did not answer in time')),
      call.deadline - performance.now(),
    );
    // A request that was sent goes on when its caller leaves: a write may be half done.
    const stopListening = call.onceCallerLeft(() => {
      if (call.isLongPoll || !attempt?.exchange.isSent) giveUp(new NoAnswer('the caller left'));
    });
    queue.start(queued);
  };

  return { origin: origins[0] as string, requireRoom, request, close: replicas.close };
};
