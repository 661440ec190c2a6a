import { type App, recordReply } from '@representa/service-kit';
import { docs } from './commissions.docs.schemas.ts';
import { terminationQuery, terminationRecord } from './termination.schemas.ts';
import type { ComputeTermination } from './termination.ts';

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
