import { type ExportRecords, exportConfig, replyWithFile } from '@representa/exports';
import type { App } from '@representa/service-kit';
import { docs } from './representadas.docs.schemas.ts';
import { exportRepresentadasQuery, type RepresentadasSelection } from './representadas.schemas.ts';

export const representadasExportRoutes = (
  app: App,
  exportRepresentadas: ExportRecords<RepresentadasSelection>,
): void => {
  app.get(
    '/api/v1/representadas/export',
    { schema: { querystring: exportRepresentadasQuery }, config: { ...exportConfig, docs: docs.exportRepresentadas } },
    async ({ call, query: { formato, ...selection } }, reply) =>
      replyWithFile(reply, await exportRepresentadas(call, selection, formato)),
  );
};
