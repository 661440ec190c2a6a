import { type App, sendCreated, sendMessage, sendPage } from '@representa/service-kit';
import type { CreateSale } from './create-sale.ts';
import { messages, saleNotFound } from './sales.errors.ts';
import type { SalesRepository } from './sales.repository.ts';
import { createSaleBody, listSalesQuery, saleParams } from './sales.schemas.ts';

interface Dependencies {
  sales: SalesRepository;
  createSale: CreateSale;
}

export const salesRoutes = (app: App, { sales, createSale }: Dependencies): void => {
  app.post(
    '/api/v1/sales',
    { schema: { body: createSaleBody }, config: { details: 'fields', headlines: [messages.quantidade] } },
    async ({ call, body }, reply) => sendCreated(reply, await createSale(call, body)),
  );

  app.get('/api/v1/sales', { schema: { querystring: listSalesQuery } }, async ({ call, query }, reply) =>
    sendPage(reply, query, await sales.list(call, query)),
  );

  app.delete(
    '/api/v1/sales/:id',
    { schema: { params: saleParams }, config: { failure: messages.deleteFailed } },
    async ({ call, params }, reply) => {
      if (!(await sales.remove(call, params.id))) throw saleNotFound();
      return sendMessage(reply, messages.deleted);
    },
  );
};
