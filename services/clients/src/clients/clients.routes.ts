import { invalidEstado } from '@representa/brazil';
import {
  addChangesRoute,
  answerCreation,
  type CreateOnce,
  type DeleteRecord,
  type FollowChanges,
} from '@representa/records';
import {
  type App,
  listReply,
  makeAnswerList,
  messageReply,
  recordReply,
  replyUnlessKnown,
  replyWithRecord,
} from '@representa/service-kit';
import { addExportRoute, addImportRoute, type ExportRecords, type ImportFile } from '@representa/tables';
import { docs } from './clients.docs.schemas.ts';
import { clientHasSales, clientNotFound, messages } from './clients.errors.ts';
import type { ClientsRepository } from './clients.repository.ts';
import {
  type Client,
  type ClientsSelection,
  client,
  clientParams,
  clientPositions,
  exportClientsQuery,
  listClientsQuery,
} from './clients.schemas.ts';

interface Dependencies {
  clients: ClientsRepository;
  updateClient: ClientsRepository['update'];
  deleteClient: DeleteRecord;
  createOnce: CreateOnce;
  followClients: FollowChanges<Client>;
  importClients: ImportFile;
  exportClients: ExportRecords<ClientsSelection>;
}

export const clientsRoutes = (
  app: App,
  { clients, updateClient, deleteClient, createOnce, followClients, importClients, exportClients }: Dependencies,
): void => {
  const listClients = makeAnswerList({ resource: 'clients', positions: clientPositions, list: clients.list });

  app.post(
    '/api/v1/clients',
    {
      schema: { body: client.createBody, response: { 201: recordReply(client.summary) } },
      config: { docs: docs.createClient, ignoresUnknownFields: true, details: 'fields', headlines: [invalidEstado] },
    },
    answerCreation(createOnce, client, clients),
  );

  app.get(
    '/api/v1/clients',
    {
      schema: { querystring: listClientsQuery, response: { 200: listReply(client.summary) } },
      config: { docs: docs.listClients },
    },
    ({ call, query }) => listClients(call, query),
  );

  addChangesRoute(app, '/api/v1/clients/changes', {
    record: client.reply,
    docs: docs.followClients,
    followChanges: followClients,
  });

  app.get(
    '/api/v1/clients/:id',
    {
      schema: { params: clientParams, response: { 200: recordReply(client.reply) } },
      config: { docs: docs.readClient },
    },
    async (request, reply) => {
      const found = await clients.read(request.call, request.params.id);
      if (!found) throw clientNotFound();
      return replyUnlessKnown(request, reply, found);
    },
  );

  app.put(
    '/api/v1/clients/:id',
    {
      schema: { params: clientParams, body: client.updateBody, response: { 200: recordReply(client.reply) } },
      config: { docs: docs.updateClient, ignoresUnknownFields: true },
    },
    async (request, reply) => replyWithRecord(reply, await updateClient(request.call, request.params.id, request.body)),
  );

  app.delete(
    '/api/v1/clients/:id',
    {
      schema: { params: clientParams, response: { 200: messageReply(messages.deleted) } },
      config: { docs: docs.deleteClient, failureMessage: messages.deleteFailed },
    },
    async ({ call, params }) => {
      const result = await deleteClient(call, params.id);
      if (result.outcome === 'not-found') throw clientNotFound();
      if (result.outcome === 'in-use') throw clientHasSales(result.uses);
      return { success: true as const, message: messages.deleted };
    },
  );

  addImportRoute(app, '/api/v1/clients/import', { docs: docs.importClients, importFile: importClients });
  addExportRoute(app, '/api/v1/clients/export', {
    querystring: exportClientsQuery,
    docs: docs.exportClients,
    exportRecords: exportClients,
  });
};
