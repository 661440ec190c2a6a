import { invalidEstado } from '@representa/brazil';
import type { CreateOnce } from '@representa/records';
import { type App, recordReply } from '@representa/service-kit';
import { clientNotFound } from '../../../../services/clients/src/clients/clients.errors.ts';
import { client, clientParams, listClientsQuery } from '../../../../services/clients/src/clients/clients.schemas.ts';
import { pageReply } from '../page.ts';
import type { ClientsRepository } from './clients.repository.ts';

interface Dependencies {
  clients: ClientsRepository;
  createOnce: CreateOnce;
}

export const clientsRoutes = (app: App, { clients, createOnce }: Dependencies): void => {
  app.post(
    '/api/v1/clients',
    {
      schema: { body: client.createBody, response: { 201: recordReply(client.summary) } },
      config: { details: 'fields', headlines: [invalidEstado] },
    },
    async (request, reply) => ({
      success: true as const,
      data: await createOnce(request, reply, () => clients.create(request.call, request.body)),
    }),
  );

  app.get(
    '/api/v1/clients',
    { schema: { querystring: listClientsQuery, response: { 200: pageReply(client.summary) } } },
    async ({ call, query }) => ({ ...query, ...(await clients.list(call, query)) }),
  );

  app.put(
    '/api/v1/clients/:id',
    { schema: { params: clientParams, body: client.updateBody, response: { 200: recordReply(client.reply) } } },
    async ({ call, params, body }) => {
      const updated = await clients.update(call, params.id, body);
      if (!updated) throw clientNotFound();
      return { success: true as const, data: updated };
    },
  );
};
