import { addExportRoute, type ExportRecords } from '@representa/exports';
import { addImportRoute, type ImportFile } from '@representa/imports';
import type { App } from '@representa/service-kit';
import { docs } from './clients.docs.schemas.ts';
import { type ClientsSelection, exportClientsQuery } from './clients.schemas.ts';

interface Dependencies {
  importClients: ImportFile;
  exportClients: ExportRecords<ClientsSelection>;
}

export const clientsBulkRoutes = (app: App, { importClients, exportClients }: Dependencies): void => {
  addImportRoute(app, '/api/v1/clients/import', { docs: docs.importClients, importFile: importClients });
  addExportRoute(app, '/api/v1/clients/export', {
    querystring: exportClientsQuery,
    docs: docs.exportClients,
    exportRecords: exportClients,
  });
};
