import { type ExportRecords, exportConfig, replyWithFile } from '@representa/exports';
import { type ImportFile, importConfig, importQuery, importReply } from '@representa/imports';
import type { App } from '@representa/service-kit';
import { docs } from './clients.docs.schemas.ts';
import { type ClientsSelection, exportClientsQuery } from './clients.schemas.ts';

interface Dependencies {
  importClients: ImportFile;
  exportClients: ExportRecords<ClientsSelection>;
}

export const clientsBulkRoutes = (app: App, { importClients, exportClients }: Dependencies): void => {
  app.post(
    '/api/v1/clients/import',
    {
      schema: { querystring: importQuery, response: { 200: importReply } },
      config: { ...importConfig, docs: docs.importClients },
    },
    async ({ call, body, query }) => ({
      success: true as const,
      data: await importClients(call, body, query.simular),
    }),
  );

  app.get(
    '/api/v1/clients/export',
    { schema: { querystring: exportClientsQuery }, config: { ...exportConfig, docs: docs.exportClients } },
    async ({ call, query: { formato, ...selection } }, reply) =>
      replyWithFile(reply, await exportClients(call, selection, formato)),
  );
};
