import { headers } from '@representa/contracts';
import { type Logger, observeGauge } from '@representa/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { serviceUnavailable, tooManyAtOnce } from '../kit.errors.ts';
import { onReply } from '../server/on-reply.ts';
import { waitMsOf } from './long-poll.ts';
import { makeNoteRefusal } from './note-refusal.ts';
import { makeTally } from './tally.ts';

const lookEveryMs = 100;
const latestTickMs = 500;
const companyShare = 1 / 4;
/** A company with fewer requests under way is not what makes the process late. */
const fewOfCompany = 4;

interface Overload {
  maxInFlight: number;
  log: Logger;
  /** No company takes more than a quarter of the slots. */
  companyOf: (request: FastifyRequest) => string | undefined;
}

/** Takes a slot for a request until its reply is over, or refuses it. */
export type TakeInFlightSlot = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

/**
 * Past its capacity a process refuses at once, instead of queueing requests that it can only answer too late. Capacity is a
 * number of requests under way, and an event loop that keeps up.
 */
export const makeOverloadHook = (app: FastifyInstance, { maxInFlight, log, companyOf }: Overload): TakeInFlightSlot => {
  const inFlight = makeTally();
  const maxOfCompany = Math.max(1, Math.floor(maxInFlight * companyShare));
  const noteRefusal = makeNoteRefusal(log, 'requests are refused for overload');
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
  observeGauge('http.server.active_requests', inFlight.total);

  /** The second condition is for a process that was frozen: it gets its queued requests before the next tick. */
  const isLate = (): boolean => lagMs > latestTickMs || performance.now() - expected > latestTickMs;

  return (request, reply, done) => {
    const company = companyOf(request);
    const ofCompany = company === undefined ? 0 : inFlight.of(company);
    const isLight = company !== undefined && ofCompany < fewOfCompany;
    if (ofCompany >= maxOfCompany) return void done(tooManyAtOnce());
    if (inFlight.total() >= maxInFlight || (!isLight && isLate())) {
      noteRefusal();
      done(serviceUnavailable());
      return;
    }
    inFlight.add(company ?? '', 1);
    onReply(reply, () => inFlight.add(company ?? '', -1));
    done();
  };
};

/**
 * For a service, whose requests come from the gateway: before anything else is done for them. Requests that wait for a change
 * take no slot; they have a limit of their own (libs/records).
 */
export const refuseOverload = (app: FastifyInstance, maxInFlight: number, log: Logger): void => {
  const companyOf = ({ headers: sent }: FastifyRequest): string | undefined => {
    const empresa_id = sent[headers.empresaId];
    return typeof empresa_id === 'string' ? empresa_id : undefined;
  };
  const takeInFlightSlot = makeOverloadHook(app, { maxInFlight, log, companyOf });
  app.addHook('onRequest', (request, reply, done) =>
    waitMsOf(request) > 0 ? done() : takeInFlightSlot(request, reply, done),
  );
};
