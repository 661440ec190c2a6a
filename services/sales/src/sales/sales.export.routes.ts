import { type ExportRecords, exportConfig, exportFormat, replyWithFile } from '@representa/exports';
import type { App } from '@representa/service-kit';
import { z } from 'zod';
import { docs } from './sales.docs.schemas.ts';
import { type SaleFilters, saleFilters } from './sales.schemas.ts';

const exportQuery = z.object({ ...saleFilters, formato: exportFormat });

export const salesExportRoutes = (app: App, exportSales: ExportRecords<SaleFilters>): void => {
  app.get(
    '/api/v1/sales/export',
    { schema: { querystring: exportQuery }, config: { ...exportConfig, docs: docs.exportSales } },
    async ({ call, query: { formato, ...filters } }, reply) =>
      replyWithFile(reply, await exportSales(call, filters, formato)),
  );
};
