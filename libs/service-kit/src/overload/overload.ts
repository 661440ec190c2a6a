import { headers, longPollMs } from '@representa/contracts';
import { type Logger, observeCounter, observeGauge } from '@representa/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { serviceUnavailable, tooManyAtOnce } from '../kit.errors.ts';
import { onReplyOver } from '../server/reply-over.ts';
import { makeEpisode } from './episode.ts';
import { makeTally } from './tally.ts';

const lookEveryMs = 100;
const latestTickMs = 500;
const tenantShare = 1 / 4;
/** A tenant with fewer requests under way is not what makes the process late. */
const fewOfTenant = 4;

interface Overload {
  mostInFlight: number;
  log: Logger;
  /** No tenant takes more than a quarter of the slots. */
  tenantOf: (request: FastifyRequest) => string | undefined;
}

/** Takes a slot for a request until its reply is over, or refuses it. */
export type TakeInFlightSlot = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

/**
 * Past its capacity a process refuses at once, instead of queueing requests that it can only answer too late. Capacity is a
 * number of requests under way, and an event loop that keeps up.
 */
export const makeOverloadHook = (app: FastifyInstance, { mostInFlight, log, tenantOf }: Overload): TakeInFlightSlot => {
  const inFlight = makeTally();
  const mostOfTenant = Math.max(1, Math.floor(mostInFlight * tenantShare));
  const noteRefusal = makeEpisode(log, 'requests are refused for overload');
  let refused = 0;
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
  observeCounter('overload.refusals', () => refused);

  /** The second condition is for a process that was frozen: it gets its queued requests before the next tick. */
  const isLate = (): boolean => lagMs > latestTickMs || performance.now() - expected > latestTickMs;

  return (request, reply, done) => {
    const tenant = tenantOf(request);
    const ofTenant = tenant === undefined ? 0 : inFlight.of(tenant);
    const isLight = tenant !== undefined && ofTenant < fewOfTenant;
    if (ofTenant >= mostOfTenant) return void done(tooManyAtOnce());
    if (inFlight.total() >= mostInFlight || (!isLight && isLate())) {
      refused += 1;
      noteRefusal();
      done(serviceUnavailable());
      return;
    }
    inFlight.add(tenant ?? '', 1);
    onReplyOver(reply, () => inFlight.add(tenant ?? '', -1));
    done();
  };
};

/**
 * For a service, whose requests come from the gateway: before anything else is done for them. Requests that wait for a change
 * take no slot; they have a limit of their own (libs/changes).
 */
export const refuseOverload = (app: FastifyInstance, mostInFlight: number, log: Logger): void => {
  const tenantOf = ({ headers: sent }: FastifyRequest): string | undefined => {
    const empresa_id = sent[headers.empresaId];
    return typeof empresa_id === 'string' ? empresa_id : undefined;
  };
  const takeInFlightSlot = makeOverloadHook(app, { mostInFlight, log, tenantOf });
  app.addHook('onRequest', (request, reply, done) =>
    longPollMs(request.raw) > 0 ? done() : takeInFlightSlot(request, reply, done),
  );
};
