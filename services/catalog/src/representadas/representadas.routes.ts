import type { AnswerOnce } from '@representa/idempotency';
import { type App, sendMessage, sendRecord, sendSuccessfulPage } from '@representa/service-kit';
import type { DeleteRepresentada } from './delete-representada.ts';
import { messages, representadaNotFound } from './representadas.errors.ts';
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
  answerOnce: AnswerOnce;
}

export const representadasRoutes = (
  app: App,
  { representadas, updateRepresentada, deleteRepresentada, answerOnce }: Dependencies,
): void => {
  app.post('/api/v1/representadas', { schema: { body: createRepresentadaBody } }, async (request, reply) =>
    answerOnce(request, reply, () => representadas.create(request.call, request.body)),
  );

  // The only list that carries `success` (contract, "Endpoints").
  app.get(
    '/api/v1/representadas',
    { schema: { querystring: listRepresentadasQuery } },
    async ({ call, query }, reply) => sendSuccessfulPage(reply, query, await representadas.list(call, query)),
  );

  app.get('/api/v1/representadas/:id', { schema: { params: representadaParams } }, async ({ call, params }, reply) => {
    const representada = await representadas.read(call, params.id);
    if (!representada) throw representadaNotFound();
    return sendRecord(reply, representada);
  });

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
