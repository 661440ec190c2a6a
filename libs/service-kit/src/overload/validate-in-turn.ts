import { limits, makeFairQueue, makePlaces } from '@representa/queues';
import type { FastifyInstance } from 'fastify';

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
  const queue = makeFairQueue('validation', caps, makePlaces(limits.validation.running));
  app.addHook('preValidation', async ({ rawBody, call }) => {
    if (!rawBody || rawBody.length <= largeBytes) return;
    const { end } = await queue.enter({ company: call.empresa_id, deadline: call.deadline });
    setImmediate(end);
  });
};
