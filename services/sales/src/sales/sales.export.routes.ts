import { addExportRoute, type ExportRecords } from '@representa/exports';
import type { App } from '@representa/service-kit';
import { docs } from './sales.docs.schemas.ts';
import { exportSalesQuery, type SalesSelection } from './sales.schemas.ts';

export const salesExportRoutes = (app: App, exportRecords: ExportRecords<SalesSelection>): void =>
  addExportRoute(app, '/api/v1/sales/export', {
    querystring: exportSalesQuery,
    docs: docs.exportSales,
    exportRecords,
  });
