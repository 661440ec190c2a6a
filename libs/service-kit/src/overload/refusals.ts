import { limiterHeader } from '@representa/contracts';
import { type Limiter, Refused, type Why } from '@representa/queues';
import { type Log, observeCounter } from '@representa/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../http-error.ts';
import { serviceUnavailable, tooManyAtOnce } from '../kit.errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What refused it, here or at the service. */
    limiter: string | undefined;
  }
  interface FastifyInstance {
    noteRefusal: (refused: Refused) => void;
  }
}

/** The refusal that an error is, or that caused it. */
export const refusalIn = (error: unknown): Refused | undefined => {
  if (error instanceof Refused) return error;
  const { cause } = (error ?? {}) as { cause?: unknown };
  return cause instanceof Refused ? cause : undefined;
};

/** What the caller is told. It can do something about its own company's share only. */
export const answerTo = ({ why, answer }: Refused): HttpError => {
  if (answer instanceof HttpError) return answer;
  return why === 'caller' ? tooManyAtOnce() : serviceUnavailable();
};

/** Names the limiter in the request's log line: in a service's reply the gateway looks for it. */
export const nameLimiter = (request: FastifyRequest, reply: FastifyReply, refused: Refused): void => {
  request.limiter = refused.limiter;
  if (request.server.isBehindGateway) reply.header(limiterHeader, refused.limiter);
  request.server.noteRefusal(refused);
};

const counts = new Map<string, number>();

const count = (limiter: Limiter, why: Why, by: number): void => {
  const key = `${limiter} ${why}`;
  if (!counts.has(key)) observeCounter('limiter.refusals', () => counts.get(key) ?? 0, { limiter, why });
  counts.set(key, (counts.get(key) ?? 0) + by);
};

const quietMs = 1_000;

/**
 * Counts refusals. Of those that are no company's own doing it logs that they began, and that they are over when none came for a
 * second: two lines, however many came in between.
 */
export const makeNoteRefusal = (log: Log): ((refused: Refused) => void) => {
  const ongoing = new Map<Limiter, { times: number; timer: NodeJS.Timeout }>();
  const logEnd = (limiter: Limiter): void => {
    log.warn({ limiter, times: ongoing.get(limiter)?.times }, 'requests are refused: over');
    ongoing.delete(limiter);
  };
  // A counter that is not there before its first refusal would hide that one from `rate()`.
  count('work', 'all', 0);
  return ({ limiter, why }) => {
    if (why === 'left') return;
    count(limiter, why, 1);
    if (why === 'caller') return;
    const known = ongoing.get(limiter);
    if (known) {
      known.times += 1;
      known.timer.refresh();
      return;
    }
    log.warn({ limiter }, 'requests are refused');
    ongoing.set(limiter, { times: 1, timer: setTimeout(logEnd, quietMs, limiter).unref() });
  };
};
