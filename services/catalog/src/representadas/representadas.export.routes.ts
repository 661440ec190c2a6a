import { type ExportRecords, exportConfig, exportFormat, replyWithFile } from '@representa/exports';
import type { App } from '@representa/service-kit';
import { z } from 'zod';
import { docs } from './representadas.docs.schemas.ts';
import { type RepresentadaFilters, representadaFilters } from './representadas.schemas.ts';

const exportQuery = z.object({ ...representadaFilters, formato: exportFormat });

export const representadasExportRoutes = (app: App, exportRepresentadas: ExportRecords<RepresentadaFilters>): void => {
  app.get(
    '/api/v1/representadas/export',
    { schema: { querystring: exportQuery }, config: { ...exportConfig, docs: docs.exportRepresentadas } },
    async ({ call, query: { formato, ...filters } }, reply) =>
      replyWithFile(reply, await exportRepresentadas(call, filters, formato)),
  );
};
