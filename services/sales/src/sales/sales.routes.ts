import type { CreateOnce } from '@representa/idempotency';
import { type App, messageReply, pageReply, recordReply } from '@representa/service-kit';
import type { CreateSale } from './create-sale.ts';
import { docs } from './sales.docs.schemas.ts';
import { messages, saleNotFound } from './sales.errors.ts';
import type { SalesRepository } from './sales.repository.ts';
import { createSaleBody, listSalesQuery, saleParams, saleRecord, saleSummary } from './sales.schemas.ts';

interface Dependencies {
  sales: SalesRepository;
  createSale: CreateSale;
  createOnce: CreateOnce;
}

export const salesRoutes = (app: App, { sales, createSale, createOnce }: Dependencies): void => {
  app.post(
    '/api/v1/sales',
    {
      schema: { body: createSaleBody, response: { 201: recordReply(saleRecord) } },
      config: { docs: docs.createSale, details: 'fields', headlines: [messages.quantidade] },
    },
    (request, reply) => createOnce(request, reply, () => createSale(request.call, request.body)),
  );

  app.get(
    '/api/v1/sales',
    {
      schema: { querystring: listSalesQuery, response: { 200: pageReply(saleSummary) } },
      config: { docs: docs.listSales },
    },
    async ({ call, query }) => ({ ...query, ...(await sales.list(call, query)) }),
  );

  app.get(
    '/api/v1/sales/:id',
    { schema: { params: saleParams, response: { 200: recordReply(saleRecord) } }, config: { docs: docs.readSale } },
    async ({ call, params }) => {
      const sale = await sales.read(call, params.id);
      if (!sale) throw saleNotFound();
      return { success: true as const, data: sale };
    },
  );

  app.delete(
    '/api/v1/sales/:id',
    {
      schema: { params: saleParams, response: { 200: messageReply } },
      config: { docs: docs.deleteSale, failure: messages.deleteFailed },
    },
    async ({ call, params }) => {
      if (!(await sales.remove(call, params.id))) throw saleNotFound();
      return { success: true as const, message: messages.deleted };
    },
  );
};
