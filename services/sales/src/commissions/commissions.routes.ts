import { type App, answerByCursor, cursorReply, recordReply } from '@representa/service-kit';
import { onReply, type TakeSlot } from '@representa/service-kit/process';
import { todayOf } from '../today.ts';
import { docs } from './commissions.docs.schemas.ts';
import { summaryTooLong } from './commissions.errors.ts';
import type { CommissionsRepository } from './commissions.repository.ts';
import {
  commissionPosition,
  commissionRecord,
  listCommissionsQuery,
  maxSummaryRows,
  monthSummary,
  summaryQuery,
} from './commissions.schemas.ts';

interface Dependencies {
  commissions: CommissionsRepository;
  takeReportSlot: TakeSlot;
  now: () => Date;
}

export const commissionsRoutes = (app: App, { commissions, takeReportSlot, now }: Dependencies): void => {
  app.get(
    '/api/v1/commissions',
    {
      schema: { querystring: listCommissionsQuery, response: { 200: cursorReply(commissionRecord) } },
      config: { docs: docs.listCommissions },
    },
    ({ call, query: { cursor, limit, ...filters } }) => {
      const scope = { list: 'commissions', empresa_id: call.empresa_id, ...filters };
      return answerByCursor({ cursor, limit }, scope, commissionPosition, (after) =>
        commissions.list(call, todayOf(call, now()), { limit, ...filters }, after),
      );
    },
  );

  app.get(
    '/api/v1/commissions/summary',
    {
      schema: { querystring: summaryQuery, response: { 200: recordReply(monthSummary) } },
      config: { docs: docs.summarizeCommissions },
    },
    async ({ call, query }, reply) => {
      onReply(reply, takeReportSlot(call.empresa_id));
      const today = todayOf(call, now());
      const mes = query.mes ?? today.slice(0, 7);
      const representadas = await commissions.summary(call, today, mes, maxSummaryRows + 1);
      if (representadas.length > maxSummaryRows) throw summaryTooLong(maxSummaryRows);
      return { success: true as const, data: { mes, representadas } };
    },
  );
};
