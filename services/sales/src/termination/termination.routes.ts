import { type App, recordReply } from '@representa/service-kit';
import type { ComputeTermination } from './compute-termination.ts';
import { docs } from './termination.docs.schemas.ts';
import { terminationQuery, terminationRecord } from './termination.schemas.ts';

interface Dependencies {
  computeTermination: ComputeTermination;
}

export const terminationRoutes = (app: App, { computeTermination }: Dependencies): void => {
  app.get(
    '/api/v1/commissions/termination',
    {
      schema: { querystring: terminationQuery, response: { 200: recordReply(terminationRecord) } },
      config: { docs: docs.computeTermination },
    },
    async ({ call, query }) => ({ success: true as const, data: await computeTermination(call, query) }),
  );
};
