import type { AnswerOnce } from '@representa/idempotency';
import { type App, sendMessage, sendPage, sendRecord } from '@representa/service-kit';
import type { CreateSale } from './create-sale.ts';
import { messages, saleNotFound } from './sales.errors.ts';
import type { SalesRepository } from './sales.repository.ts';
import { createSaleBody, listSalesQuery, saleParams } from './sales.schemas.ts';

interface Dependencies {
  sales: SalesRepository;
  createSale: CreateSale;
  answerOnce: AnswerOnce;
}

export const salesRoutes = (app: App, { sales, createSale, answerOnce }: Dependencies): void => {
  app.post(
    '/api/v1/sales',
    { schema: { body: createSaleBody }, config: { details: 'fields', headlines: [messages.quantidade] } },
    async (request, reply) => answerOnce(request, reply, () => createSale(request.call, request.body)),
  );

  app.get('/api/v1/sales', { schema: { querystring: listSalesQuery } }, async ({ call, query }, reply) =>
    sendPage(reply, query, await sales.list(call, query)),
  );

  app.get('/api/v1/sales/:id', { schema: { params: saleParams } }, async ({ call, params }, reply) => {
    const sale = await sales.read(call, params.id);
    if (!sale) throw saleNotFound();
    return sendRecord(reply, sale);
  });

  app.delete(
    '/api/v1/sales/:id',
    { schema: { params: saleParams }, config: { failure: messages.deleteFailed } },
    async ({ call, params }, reply) => {
      if (!(await sales.remove(call, params.id))) throw saleNotFound();
      return sendMessage(reply, messages.deleted);
    },
  );
};
