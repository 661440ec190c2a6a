import type { AnswerOnce } from '@representa/idempotency';
import { type App, invalidInput, pageQuery, sendMessage, sendPage, sendRecord } from '@representa/service-kit';
import { messages, saleNotFound } from './sales.errors.ts';
import type { SalesRepository } from './sales.repository.ts';
import { createSaleBody, saleParams } from './sales.schemas.ts';

interface Dependencies {
  sales: SalesRepository;
  answerOnce: AnswerOnce;
}

const calendars = new Map<string, Intl.DateTimeFormat>();

const todayIn = (timeZone: string): string => {
  let calendar = calendars.get(timeZone);
  if (!calendar) {
    calendar = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    calendars.set(timeZone, calendar);
  }
  return calendar.format();
};

export const salesRoutes = (app: App, { sales, answerOnce }: Dependencies): void => {
  app.post(
    '/api/v1/sales',
    { schema: { body: createSaleBody }, config: { details: 'fields', headlines: [messages.quantidade] } },
    async (request, reply) =>
      answerOnce(request, reply, () => {
        const { call, body } = request;
        const today = todayIn(call.time_zone);
        if (body.data && body.data > today && body.data > todayIn('UTC')) {
          throw invalidInput({ data: messages.futureDate });
        }
        return sales.create(call, { ...body, data: body.data ?? today, ano: Number(today.slice(0, 4)) });
      }),
  );

  app.get('/api/v1/sales', { schema: { querystring: pageQuery } }, async ({ call, query }, reply) =>
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
