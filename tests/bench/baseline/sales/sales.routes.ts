import type { CreateOnce } from '@representa/records';
import { type App, messageReply, recordReply } from '@representa/service-kit';
import { messages, saleNotFound } from '../../../../services/sales/src/sales/sales.errors.ts';
import {
  createSaleBody,
  fullSale,
  listSalesQuery,
  saleParams,
  saleRecord,
  saleSummary,
} from '../../../../services/sales/src/sales/sales.schemas.ts';
import { makeFindFutureDate, todayOf } from '../../../../services/sales/src/today.ts';
import { pageReply } from '../page.ts';
import type { SalesRepository } from './sales.repository.ts';

interface Dependencies {
  sales: SalesRepository;
  createOnce: CreateOnce;
}

export const salesRoutes = (app: App, { sales, createOnce }: Dependencies): void => {
  app.post(
    '/api/v1/sales',
    {
      schema: { body: createSaleBody, response: { 201: recordReply(saleRecord) } },
      config: {
        alsoInvalid: makeFindFutureDate(() => new Date()),
        details: 'fields',
        headlines: [messages.quantidade],
      },
    },
    async (request, reply) => ({
      success: true as const,
      data: await createOnce(request, reply, async () => {
        const { call, body } = request;
        const today = todayOf(call, new Date());
        return sales.create(call, { ...body, data: body.data ?? today, ano: Number(today.slice(0, 4)) });
      }),
    }),
  );

  app.get(
    '/api/v1/sales',
    { schema: { querystring: listSalesQuery, response: { 200: pageReply(saleSummary) } } },
    async ({ call, query }) => ({ ...query, ...(await sales.list(call, query)) }),
  );

  app.get(
    '/api/v1/sales/:id',
    { schema: { params: saleParams, response: { 200: recordReply(fullSale) } } },
    async ({ call, params }) => {
      const sale = await sales.read(call, params.id);
      if (!sale) throw saleNotFound();
      return { success: true as const, data: sale };
    },
  );

  app.delete(
    '/api/v1/sales/:id',
    {
      schema: { params: saleParams, response: { 200: messageReply(messages.deleted) } },
      config: { failureMessage: messages.deleteFailed },
    },
    async ({ call, params }) => {
      if (!(await sales.remove(call, params.id))) throw saleNotFound();
      return { success: true as const, message: messages.deleted };
    },
  );
};
