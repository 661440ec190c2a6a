import { limits } from '@representa/queues';
import type { FastifyInstance } from 'fastify';

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
