import { addChangesRoute, type CreateOnce, type FollowChanges } from '@representa/records';
import {
  type App,
  answerByCursor,
  cursorOnlyQuery,
  cursorReply,
  listReply,
  makeAnswerList,
  messageReply,
  recordReply,
  replyUnlessKnown,
  replyWithRecord,
} from '@representa/service-kit';
import { addExportRoute, type ExportRecords } from '@representa/tables';
import type { FindFutureDate } from '../today.ts';
import type { CreateSale } from './create-sale.ts';
import type { SaleChangesRepository } from './sale-changes.repository.ts';
import { docs } from './sales.docs.schemas.ts';
import { messages, saleNotFound } from './sales.errors.ts';
import type { SalesRepository } from './sales.repository.ts';
import {
  createSaleBody,
  exportSalesQuery,
  fullSale,
  historyEntry,
  historyPosition,
  listSalesQuery,
  type SalesSelection,
  saleParams,
  salePositions,
  saleRecord,
  saleSummary,
  type UpdatedSale,
  updatedSale,
  updateSaleBody,
} from './sales.schemas.ts';
import type { SalesList } from './sales-list.repository.ts';
import type { UpdateSale } from './update-sale.ts';

interface Dependencies {
  sales: SalesRepository;
  salesList: SalesList;
  saleChanges: Pick<SaleChangesRepository, 'isThere' | 'history'>;
  createSale: CreateSale;
  updateSale: UpdateSale;
  createOnce: CreateOnce;
  findFutureDate: FindFutureDate;
  followSales: FollowChanges<UpdatedSale>;
  exportSales: ExportRecords<SalesSelection>;
}

export const salesRoutes = (
  app: App,
  {
    sales,
    salesList,
    saleChanges,
    createSale,
    updateSale,
    createOnce,
    followSales,
    exportSales,
    findFutureDate,
  }: Dependencies,
): void => {
  const listSales = makeAnswerList({ resource: 'sales', positions: salePositions, list: salesList });

  app.post(
    '/api/v1/sales',
    {
      schema: { body: createSaleBody, response: { 201: recordReply(saleRecord) } },
      config: {
        docs: docs.createSale,
        ignoresUnknownFields: true,
        alsoInvalid: findFutureDate,
        details: 'fields',
        headlines: [messages.quantidade],
      },
    },
    async (request, reply) =>
      replyWithRecord(reply, await createOnce(request, reply, () => createSale(request.call, request.body))),
  );

  app.get(
    '/api/v1/sales',
    {
      schema: { querystring: listSalesQuery, response: { 200: listReply(saleSummary) } },
      config: { docs: docs.listSales },
    },
    ({ call, query }) => listSales(call, query),
  );

  addChangesRoute(app, '/api/v1/sales/changes', {
    record: updatedSale,
    docs: docs.followSales,
    followChanges: followSales,
  });

  app.get(
    '/api/v1/sales/:id',
    { schema: { params: saleParams, response: { 200: recordReply(fullSale) } }, config: { docs: docs.readSale } },
    async (request, reply) => {
      const sale = await sales.read(request.call, request.params.id);
      if (!sale) throw saleNotFound();
      return replyUnlessKnown(request, reply, sale);
    },
  );

  app.get(
    '/api/v1/sales/:id/history',
    {
      schema: { params: saleParams, querystring: cursorOnlyQuery, response: { 200: cursorReply(historyEntry) } },
      config: { docs: docs.readSaleHistory },
    },
    async ({ call, params: { id }, query }) => {
      if (!(await saleChanges.isThere(call, id))) throw saleNotFound();
      const scope = { history: id, empresa_id: call.empresa_id };
      return answerByCursor(query, scope, historyPosition, (after) =>
        saleChanges.history(call, id, query.limit, after?.[0]),
      );
    },
  );

  app.put(
    '/api/v1/sales/:id',
    {
      schema: { params: saleParams, body: updateSaleBody, response: { 200: recordReply(updatedSale) } },
      config: { docs: docs.updateSale, alsoInvalid: findFutureDate },
    },
    async (request, reply) => replyWithRecord(reply, await updateSale(request.call, request.params.id, request.body)),
  );

  app.delete(
    '/api/v1/sales/:id',
    {
      schema: { params: saleParams, response: { 200: messageReply(messages.deleted) } },
      config: { docs: docs.deleteSale, failureMessage: messages.deleteFailed },
    },
    async ({ call, params }) => {
      if (!(await sales.remove(call, params.id))) throw saleNotFound();
      return { success: true as const, message: messages.deleted };
    },
  );

  addExportRoute(app, '/api/v1/sales/export', {
    querystring: exportSalesQuery,
    docs: docs.exportSales,
    exportRecords: exportSales,
  });
};
