import { type ExportRecords, replyWithFile } from '@representa/exports';
import { type App, cursorReply, decodeCursor, encodeCursor } from '@representa/service-kit';
import { clientPositions } from '../clients/clients.schemas.ts';
import type { ReadRoute } from './read-route.ts';
import { docs } from './reports.docs.schemas.ts';
import { type RouteQuery, routeQuery, visitRecord } from './reports.schemas.ts';

interface Dependencies {
  readRoute: ReadRoute;
  exportRoute: ExportRecords<Pick<RouteQuery, 'dia'>>;
}

export const reportsRoutes = (app: App, { readRoute, exportRoute }: Dependencies): void => {
  app.get(
    '/api/v1/reports/route',
    {
      schema: { querystring: routeQuery, response: { 200: cursorReply(visitRecord) } },
      config: { docs: docs.readRoute },
    },
    async ({ call, query: { dia, limit, cursor, formato } }, reply) => {
      if (formato === 'csv') return replyWithFile(reply, await exportRoute(call, { dia }, 'csv')) as never;
      const scope = { route: dia, empresa_id: call.empresa_id };
      const { data, next } = await readRoute(call, { dia, limit }, decodeCursor(scope, cursor, clientPositions.nome));
      return { data, limit, next_cursor: next ? encodeCursor(scope, next) : null };
    },
  );
};
