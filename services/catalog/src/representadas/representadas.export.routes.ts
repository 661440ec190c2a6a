import { addExportRoute, type ExportRecords } from '@representa/exports';
import type { App } from '@representa/service-kit';
import { docs } from './representadas.docs.schemas.ts';
import { exportRepresentadasQuery, type RepresentadasSelection } from './representadas.schemas.ts';

export const representadasExportRoutes = (app: App, exportRecords: ExportRecords<RepresentadasSelection>): void =>
  addExportRoute(app, '/api/v1/representadas/export', {
    querystring: exportRepresentadasQuery,
    docs: docs.exportRepresentadas,
    exportRecords,
  });
