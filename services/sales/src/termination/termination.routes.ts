import { type App, recordReply } from '@representa/service-kit';
import { onReply, type TakeSlot } from '@representa/service-kit/process';
import type { ComputeTermination } from './compute-termination.ts';
import { docs } from './termination.docs.schemas.ts';
import { terminationQuery, terminationRecord } from './termination.schemas.ts';

interface Dependencies {
  computeTermination: ComputeTermination;
  takeReportSlot: TakeSlot;
}

export const terminationRoutes = (app: App, { computeTermination, takeReportSlot }: Dependencies): void => {
  app.get(
    '/api/v1/commissions/termination',
    {
      schema: { querystring: terminationQuery, response: { 200: recordReply(terminationRecord) } },
      config: { docs: docs.computeTermination },
    },
    async ({ call, query }, reply) => {
      onReply(reply, takeReportSlot(call.empresa_id));
      return { success: true as const, data: await computeTermination(call, query) };
    },
  );
};
