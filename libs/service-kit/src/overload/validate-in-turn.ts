import { setImmediate as yieldToOtherRequests } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { makeCompanyQueue } from './company-queue.ts';

/** Checking a sale of 1,000 items takes 10 ms. A usual one has three items, and some 400 bytes. */
const largeBytes = 1_024;

/**
 * Of the large bodies of a company, one is checked in each turn of the event loop. Otherwise a request of another company would
 * wait for all of them, at each of its own steps.
 */
export const validateInTurn = (app: FastifyInstance): void => {
  const inQueue = makeCompanyQueue();
  app.addHook('preValidation', async ({ rawBody, call }) => {
    if (rawBody && rawBody.length > largeBytes) await inQueue(call.empresa_id, () => yieldToOtherRequests());
  });
};
