import { type App, answerByCursor, cursorReply } from '@representa/service-kit';
import { type ExportRecords, replyWithFile } from '@representa/tables';
import { clientPositions } from '../clients/clients.schemas.ts';
import type { ReadVisits } from './read-visits.ts';
import { docs } from './reports.docs.schemas.ts';
import { type VisitsQuery, visitRecord, visitsQuery } from './reports.schemas.ts';

interface Dependencies {
  readVisits: ReadVisits;
  exportVisits: ExportRecords<Pick<VisitsQuery, 'dia'>>;
}

export const reportsRoutes = (app: App, { readVisits, exportVisits }: Dependencies): void => {
  app.get(
    '/api/v1/reports/route',
    {
      schema: { querystring: visitsQuery, response: { 200: cursorReply(visitRecord) } },
      config: { docs: docs.readRoute },
    },
    async ({ call, query }, reply) => {
      const { dia, limit, formato } = query;
      if (formato === 'csv') return replyWithFile(reply, await exportVisits(call, { dia }, 'csv'));
      const scope = { route: dia, empresa_id: call.empresa_id };
      return answerByCursor(query, scope, clientPositions.nome, (after) => readVisits(call, { dia, limit }, after));
    },
  );
};
