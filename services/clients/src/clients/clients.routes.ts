import { invalidEstado } from '@representa/brazil';
import type { AnswerOnce } from '@representa/idempotency';
import { type App, sendMessage, sendPage, sendRecord } from '@representa/service-kit';
import { clientNotFound, messages } from './clients.errors.ts';
import type { ClientsRepository } from './clients.repository.ts';
import { clientParams, createClientBody, listClientsQuery, updateClientBody } from './clients.schemas.ts';
import type { DeleteClient } from './delete-client.ts';
import type { UpdateClient } from './update-client.ts';

interface Dependencies {
  clients: ClientsRepository;
  updateClient: UpdateClient;
  deleteClient: DeleteClient;
  answerOnce: AnswerOnce;
}

export const clientsRoutes = (app: App, { clients, updateClient, deleteClient, answerOnce }: Dependencies): void => {
  app.post(
    '/api/v1/clients',
    { schema: { body: createClientBody }, config: { details: 'fields', headlines: [invalidEstado] } },
    async (request, reply) => answerOnce(request, reply, () => clients.create(request.call, request.body)),
  );

  app.get('/api/v1/clients', { schema: { querystring: listClientsQuery } }, async ({ call, query }, reply) =>
    sendPage(reply, query, await clients.list(call, query)),
  );

  app.get('/api/v1/clients/:id', { schema: { params: clientParams } }, async ({ call, params }, reply) => {
    const client = await clients.read(call, params.id);
    if (!client) throw clientNotFound();
    return sendRecord(reply, client);
  });

  app.put(
    '/api/v1/clients/:id',
    { schema: { params: clientParams, body: updateClientBody } },
    async ({ call, params, body }, reply) => sendRecord(reply, await updateClient(call, params.id, body)),
  );

  app.delete(
    '/api/v1/clients/:id',
    { schema: { params: clientParams }, config: { failure: messages.deleteFailed } },
    async ({ call, params }, reply) => {
      await deleteClient(call, params.id);
      return sendMessage(reply, messages.deleted);
    },
  );
};
