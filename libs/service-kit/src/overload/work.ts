import { limits, makeCountedSlots, makeFairQueue, type QueueCaps, Refused } from '@representa/queues';
import { observeGauge } from '@representa/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { onReply } from '../server/on-reply.ts';
import { waitMsOf } from './long-poll.ts';

const lookEveryMs = 100;
const { maxLateMs } = limits.eventLoop;

/** Tells whether the process is too slow for what it has to do. */
export const makeIsLate = (app: FastifyInstance): (() => boolean) => {
  let lagMs = 0;
  let expected = Number.POSITIVE_INFINITY;
  let clock: NodeJS.Timeout | undefined;
  // Measured from here on: compiling the routes blocks the event loop, which is no overload.
  app.addHook('onReady', async () => {
    expected = performance.now() + lookEveryMs;
    clock = setInterval(() => {
      // Smoothed: one long pause is no overload.
      lagMs = (lagMs + performance.now() - expected) / 2;
      expected = performance.now() + lookEveryMs;
    }, lookEveryMs).unref();
  });
  app.addHook('onClose', async () => clearInterval(clock));
  /** The second condition is for a process that was frozen: it gets its queued requests before the next tick. */
  return () => lagMs > maxLateMs || performance.now() - expected > maxLateMs;
};

/** Lets a request in when it is its company's turn, until its reply is over. */
export type TakeTurn = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

/** What may be inside of all companies, and of one. */
export const insideCaps = (maxInside: number): Pick<QueueCaps, 'maxInside' | 'maxInsideOfCompany'> => ({
  maxInside,
  maxInsideOfCompany: Math.max(1, Math.floor(maxInside * limits.inside.shareOfCompany)),
});

/**
 * The requests that a process works on. Past its capacity it refuses at once, instead of queueing requests that it can only
 * answer too late. Capacity is a number of requests, and an event loop that keeps up.
 */
export const makeWorkQueue = (maxInside: number, isLate: () => boolean) => {
  const { running, ofCompanyAmongOthers, ofCompanyAlone } = limits.work;
  const maxOfCompany = (isAlone: boolean): number => (isAlone ? ofCompanyAlone : ofCompanyAmongOthers);
  const queue = makeFairQueue('work', { ...insideCaps(maxInside), maxOfCompany }, makeCountedSlots(running));

  const enter = (company: string | undefined, deadline: number, reply: FastifyReply) => {
    const ofCompany = company === undefined ? Number.POSITIVE_INFINITY : queue.insideOf(company);
    if (ofCompany >= limits.eventLoop.ofCompany && isLate()) throw new Refused('event-loop', 'all');
    return queue.enter({ company, deadline, onWait: (leave) => onReply(reply, leave) });
  };

  const takeTurn: TakeTurn = ({ call }, reply, done) => {
    const { empresa_id, deadline = Number.POSITIVE_INFINITY } = call ?? {};
    try {
      const entered = enter(empresa_id, deadline, reply);
      const begin = ({ end }: { end(): void }): void => {
        onReply(reply, end);
        done();
      };
      if (entered instanceof Promise) entered.then(begin, done);
      else begin(entered);
    } catch (error) {
      done(error as Error);
    }
  };
  return { takeTurn, inside: queue.inside };
};

/** For a service, whose requests come from the gateway. Those that wait for a change have a limit of their own (libs/records). */
export const limitWork = (app: FastifyInstance, maxInside: number): void => {
  const { takeTurn, inside } = makeWorkQueue(maxInside, makeIsLate(app));
  observeGauge('http.server.active_requests', inside);
  app.addHook('onRequest', (request, reply, done) => (waitMsOf(request) > 0 ? done() : takeTurn(request, reply, done)));
};

/** Checking a sale of 1,000 items takes 10 ms. A usual one has three items, and some 400 bytes. */
const largeBytes = 1_024;

/** Whoever is inside has passed the caps of the work queue. */
const caps = {
  maxOfCompany: () => 1,
  maxInside: Number.POSITIVE_INFINITY,
  maxInsideOfCompany: Number.POSITIVE_INFINITY,
};

/** Only so many large bodies are checked in one turn of the event loop: other requests come in between. */
export const validateInTurn = (app: FastifyInstance): void => {
  const queue = makeFairQueue('validation', caps, makeCountedSlots(limits.validation.running));
  app.addHook('preValidation', async ({ rawBody, call }) => {
    if (!rawBody || rawBody.length <= largeBytes) return;
    const { end } = await queue.enter({ company: call.empresa_id, deadline: call.deadline });
    setImmediate(end);
  });
};
