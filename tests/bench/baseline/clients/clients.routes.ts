import { invalidEstado } from '@representa/brazil';
import type { AnswerOnce } from '@representa/idempotency';
import { type App, sendPage, sendRecord } from '@representa/service-kit';
import { clientNotFound } from './clients.errors.ts';
import type { ClientsRepository } from './clients.repository.ts';
import { clientParams, createClientBody, listClientsQuery, updateClientBody } from './clients.schemas.ts';

interface Dependencies {
  clients: ClientsRepository;
  answerOnce: AnswerOnce;
}

export const clientsRoutes = (app: App, { clients, answerOnce }: Dependencies): void => {
  app.post(
    '/api/v1/clients',
    { schema: { body: createClientBody }, config: { details: 'fields', headlines: [invalidEstado] } },
    async (request, reply) => answerOnce(request, reply, () => clients.create(request.call, request.body)),
  );

  app.get('/api/v1/clients', { schema: { querystring: listClientsQuery } }, async ({ call, query }, reply) =>
    sendPage(reply, query, await clients.list(call, query)),
  );

  app.put(
    '/api/v1/clients/:id',
    { schema: { params: clientParams, body: updateClientBody } },
    async ({ call, params, body }, reply) => {
      const client = await clients.update(call, params.id, body);
      if (!client) throw clientNotFound();
      return sendRecord(reply, client);
    },
  );
};
