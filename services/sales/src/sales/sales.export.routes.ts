import { type ExportRecords, exportConfig, replyWithFile } from '@representa/exports';
import type { App } from '@representa/service-kit';
import { docs } from './sales.docs.schemas.ts';
import { exportSalesQuery, type SalesSelection } from './sales.schemas.ts';

export const salesExportRoutes = (app: App, exportSales: ExportRecords<SalesSelection>): void => {
  app.get(
    '/api/v1/sales/export',
    { schema: { querystring: exportSalesQuery }, config: { ...exportConfig, docs: docs.exportSales } },
    async ({ call, query: { formato, ...selection } }, reply) =>
      replyWithFile(reply, await exportSales(call, selection, formato)),
  );
};
