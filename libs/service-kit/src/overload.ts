import { observeCounter, observeGauge } from '@representa/telemetry';
import type { FastifyInstance } from 'fastify';
import { serviceUnavailable } from './kit.errors.ts';
import { onReplyOver } from './reply-over.ts';

const lookEveryMs = 100;
const latestTickMs = 500;

/**
 * Past its capacity a process says so at once, instead of queueing what it can only answer too late: those it does
 * let in are still served in time. Capacity is a number of requests under way, and an event loop that keeps up.
 */
export const refuseOverload = (app: FastifyInstance, mostInFlight: number): void => {
  let inFlight = 0;
  let refused = 0;
  let lagMs = 0;
  let expected = performance.now() + lookEveryMs;
  const clock = setInterval(() => {
    // Smoothed: one long pause is no overload.
    lagMs = (lagMs + performance.now() - expected) / 2;
    expected = performance.now() + lookEveryMs;
  }, lookEveryMs);
  clock.unref();
  app.addHook('onClose', async () => clearInterval(clock));
  observeGauge('process_in_flight_requests', () => inFlight);
  observeCounter('overload_refusals_total', () => refused);

  app.addHook('onRequest', (request, reply, done) => {
    // The second look is for a process that was frozen: what queued up meanwhile comes before the next tick.
    if (inFlight >= mostInFlight || lagMs > latestTickMs || performance.now() - expected > latestTickMs) {
      refused += 1;
      return done(serviceUnavailable());
    }
    inFlight += 1;
    onReplyOver(request, reply, () => {
      inFlight -= 1;
    });
    done();
  });
};
