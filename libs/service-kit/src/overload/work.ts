import { limits, makeFairQueue, makePlaces, type QueueCaps, Refused } from '@representa/queues';
import { observeGauge } from '@representa/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { onReply } from '../server/on-reply.ts';
import { makeIsLate } from './event-loop.ts';
import { waitMsOf } from './long-poll.ts';

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
  const queue = makeFairQueue('work', { ...insideCaps(maxInside), maxOfCompany }, makePlaces(running));

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
