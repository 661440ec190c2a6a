import { addChangesRoute, answerCreation, type CreateOnce, type FollowChanges } from '@representa/records';
import {
  type App,
  makeAnswerList,
  messageReply,
  recordReply,
  replyUnlessKnown,
  replyWithRecord,
} from '@representa/service-kit';
import { addExportRoute, addImportRoute, type ExportRecords, type ImportFile } from '@representa/tables';
import type { DeleteRepresentada } from './delete-representada.ts';
import { docs } from './representadas.docs.schemas.ts';
import { messages, representadaNotFound } from './representadas.errors.ts';
import type { RepresentadasRepository } from './representadas.repository.ts';
import {
  exportRepresentadasQuery,
  listRepresentadasQuery,
  type Representada,
  type RepresentadasSelection,
  representada,
  representadaParams,
  representadaPositions,
  representadasPage,
} from './representadas.schemas.ts';

interface Dependencies {
  representadas: RepresentadasRepository;
  updateRepresentada: RepresentadasRepository['update'];
  deleteRepresentada: DeleteRepresentada;
  createOnce: CreateOnce;
  followRepresentadas: FollowChanges<Representada>;
  importRepresentadas: ImportFile;
  exportRepresentadas: ExportRecords<RepresentadasSelection>;
}

export const representadasRoutes = (
  app: App,
  {
    representadas,
    updateRepresentada,
    deleteRepresentada,
    createOnce,
    followRepresentadas,
    importRepresentadas,
    exportRepresentadas,
  }: Dependencies,
): void => {
  const listRepresentadas = makeAnswerList({
    resource: 'representadas',
    positions: representadaPositions,
    list: representadas.list,
  });

  app.post(
    '/api/v1/representadas',
    {
      schema: { body: representada.createBody, response: { 201: recordReply(representada.reply) } },
      config: { docs: docs.createRepresentada },
    },
    answerCreation(createOnce, representada, representadas),
  );

  app.get(
    '/api/v1/representadas',
    {
      schema: { querystring: listRepresentadasQuery, response: { 200: representadasPage } },
      config: { docs: docs.listRepresentadas },
    },
    async ({ call, query }) => ({
      ...(query.cursor === undefined && { success: true as const }),
      ...(await listRepresentadas(call, query)),
    }),
  );

  addChangesRoute(app, '/api/v1/representadas/changes', {
    record: representada.reply,
    docs: docs.followRepresentadas,
    followChanges: followRepresentadas,
  });

  app.get(
    '/api/v1/representadas/:id',
    {
      schema: { params: representadaParams, response: { 200: recordReply(representada.reply) } },
      config: { docs: docs.readRepresentada },
    },
    async (request, reply) => {
      const found = await representadas.read(request.call, request.params.id);
      if (!found) throw representadaNotFound();
      return replyUnlessKnown(request, reply, found);
    },
  );

  app.put(
    '/api/v1/representadas/:id',
    {
      schema: {
        params: representadaParams,
        body: representada.updateBody,
        response: { 200: recordReply(representada.reply) },
      },
      config: { docs: docs.updateRepresentada, ignoresUnknownFields: true },
    },
    async (request, reply) =>
      replyWithRecord(reply, await updateRepresentada(request.call, request.params.id, request.body)),
  );

  app.delete(
    '/api/v1/representadas/:id',
    {
      schema: { params: representadaParams, response: { 200: messageReply(messages.deleted) } },
      config: { docs: docs.deleteRepresentada, failureMessage: messages.deleteFailed },
    },
    async ({ call, params }) => {
      await deleteRepresentada(call, params.id);
      return { success: true as const, message: messages.deleted };
    },
  );

  addImportRoute(app, '/api/v1/representadas/import', {
    docs: docs.importRepresentadas,
    importFile: importRepresentadas,
  });
  addExportRoute(app, '/api/v1/representadas/export', {
    querystring: exportRepresentadasQuery,
    docs: docs.exportRepresentadas,
    exportRecords: exportRepresentadas,
  });
};
