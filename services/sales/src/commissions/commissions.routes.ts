import { type App, cursorReply } from '@representa/service-kit';
import { makeTodayOf } from '../sales/today.ts';
import { docs } from './commissions.docs.schemas.ts';
import type { CommissionsRepository } from './commissions.repository.ts';
import { commissionRecord, listCommissionsQuery, summaryQuery, summaryReply } from './commissions.schemas.ts';

interface Dependencies {
  commissions: CommissionsRepository;
  now: () => Date;
}

export const commissionsRoutes = (app: App, { commissions, now }: Dependencies): void => {
  const todayOf = makeTodayOf(now);

  app.get(
    '/api/v1/commissions',
    {
      schema: { querystring: listCommissionsQuery, response: { 200: cursorReply(commissionRecord) } },
      config: { docs: docs.listCommissions },
    },
    ({ call, query }) => commissions.list(call, todayOf(call), query),
  );

  app.get(
    '/api/v1/commissions/summary',
    {
      schema: { querystring: summaryQuery, response: { 200: summaryReply } },
      config: { docs: docs.summarizeCommissions },
    },
    async ({ call, query }) => {
      const mes = query.mes ?? todayOf(call).slice(0, 7);
      const representadas = await commissions.summary(call, todayOf(call), mes);
      return { success: true as const, data: { mes, representadas } };
    },
  );
};
