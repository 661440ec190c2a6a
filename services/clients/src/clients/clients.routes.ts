import { invalidEstado } from '@representa/brazil';
import type { CreateOnce } from '@representa/idempotency';
import { type App, messageReply, pageReply, recordReply } from '@representa/service-kit';
import { docs } from './clients.docs.schemas.ts';
import { clientNotFound, messages } from './clients.errors.ts';
import type { ClientsRepository } from './clients.repository.ts';
import {
  clientParams,
  clientRecord,
  clientSummary,
  createClientBody,
  listClientsQuery,
  updateClientBody,
} from './clients.schemas.ts';
import type { DeleteClient } from './delete-client.ts';

interface Dependencies {
  clients: ClientsRepository;
  updateClient: ClientsRepository['update'];
  deleteClient: DeleteClient;
  createOnce: CreateOnce;
}

export const clientsRoutes = (app: App, { clients, updateClient, deleteClient, createOnce }: Dependencies): void => {
  app.post(
    '/api/v1/clients',
    {
      schema: { body: createClientBody, response: { 201: recordReply(clientSummary) } },
      config: { docs: docs.createClient, details: 'fields', headlines: [invalidEstado] },
    },
    (request, reply) => createOnce(request, reply, () => clients.create(request.call, request.body)),
  );

  app.get(
    '/api/v1/clients',
    {
      schema: { querystring: listClientsQuery, response: { 200: pageReply(clientSummary) } },
      config: { docs: docs.listClients },
    },
    async ({ call, query }) => ({ ...query, ...(await clients.list(call, query)) }),
  );

  app.get(
    '/api/v1/clients/:id',
    {
      schema: { params: clientParams, response: { 200: recordReply(clientRecord) } },
      config: { docs: docs.readClient },
    },
    async ({ call, params }) => {
      const client = await clients.read(call, params.id);
      if (!client) throw clientNotFound();
      return { success: true as const, data: client };
    },
  );

  app.put(
    '/api/v1/clients/:id',
    {
      schema: { params: clientParams, body: updateClientBody, response: { 200: recordReply(clientRecord) } },
      config: { docs: docs.updateClient },
    },
    async ({ call, params, body }) => {
      const client = await updateClient(call, params.id, body);
      if (!client) throw clientNotFound();
      return { success: true as const, data: client };
    },
  );

  app.delete(
    '/api/v1/clients/:id',
    {
      schema: { params: clientParams, response: { 200: messageReply } },
      config: { docs: docs.deleteClient, failure: messages.deleteFailed },
    },
    async ({ call, params }) => {
      await deleteClient(call, params.id);
      return { success: true as const, message: messages.deleted };
    },
  );
};
