import { type App, sendCreated, sendMessage, sendRecord, sendSuccessfulPage } from '@representa/service-kit';
import type { DeleteRepresentada } from './delete-representada.ts';
import { messages } from './representadas.errors.ts';
import type { RepresentadasRepository } from './representadas.repository.ts';
import {
  createRepresentadaBody,
  listRepresentadasQuery,
  representadaParams,
  updateRepresentadaBody,
} from './representadas.schemas.ts';
import type { UpdateRepresentada } from './update-representada.ts';

interface Dependencies {
  representadas: RepresentadasRepository;
  updateRepresentada: UpdateRepresentada;
  deleteRepresentada: DeleteRepresentada;
}

export const representadasRoutes = (
  app: App,
  { representadas, updateRepresentada, deleteRepresentada }: Dependencies,
): void => {
  app.post('/api/v1/representadas', { schema: { body: createRepresentadaBody } }, async ({ call, body }, reply) =>
    sendCreated(reply, await representadas.create(call, body)),
  );

  app.get(
    '/api/v1/representadas',
    { schema: { querystring: listRepresentadasQuery } },
    async ({ call, query }, reply) => sendSuccessfulPage(reply, query, await representadas.list(call, query)),
  );

  app.put(
    '/api/v1/representadas/:id',
    { schema: { params: representadaParams, body: updateRepresentadaBody } },
    async ({ call, params, body }, reply) => sendRecord(reply, await updateRepresentada(call, params.id, body)),
  );

  app.delete(
    '/api/v1/representadas/:id',
    { schema: { params: representadaParams }, config: { failure: messages.deleteFailed } },
    async ({ call, params }, reply) => {
      await deleteRepresentada(call, params.id);
      return sendMessage(reply, messages.deleted);
    },
  );
};
