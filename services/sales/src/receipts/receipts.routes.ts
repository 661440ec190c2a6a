import type { CreateOnce } from '@representa/records';
import { type App, messageReply, recordReply } from '@representa/service-kit';
import { messages, receiptNotFound, saleNotFound } from '../sales/sales.errors.ts';
import { saleParams } from '../sales/sales.schemas.ts';
import type { FindFutureDate } from '../today.ts';
import { todayOf } from '../today.ts';
import { docs } from './receipts.docs.schemas.ts';
import type { ReceiptsRepository } from './receipts.repository.ts';
import { createReceiptBody, receiptParams, receiptRecord, receiptsRecord } from './receipts.schemas.ts';

interface Dependencies {
  receipts: ReceiptsRepository;
  createOnce: CreateOnce;
  findFutureDate: FindFutureDate;
  now: () => Date;
}

export const receiptsRoutes = (app: App, { receipts, createOnce, findFutureDate, now }: Dependencies): void => {
  app.post(
    '/api/v1/sales/:id/receipts',
    {
      schema: { params: saleParams, body: createReceiptBody, response: { 201: recordReply(receiptRecord) } },
      config: { docs: docs.createReceipt, alsoInvalid: findFutureDate },
    },
    async (request, reply) => ({
      success: true as const,
      data: await createOnce(request, reply, async () => {
        const { call, params, body } = request;
        const created = await receipts.create(call, params.id, { ...body, data: body.data ?? todayOf(call, now()) });
        if (!created) throw saleNotFound();
        return created;
      }),
    }),
  );

  app.get(
    '/api/v1/sales/:id/receipts',
    {
      schema: { params: saleParams, response: { 200: recordReply(receiptsRecord) } },
      config: { docs: docs.listReceipts },
    },
    async ({ call, params }) => {
      const data = await receipts.list(call, params.id);
      if (!data) throw saleNotFound();
      return { success: true as const, data };
    },
  );

  app.delete(
    '/api/v1/sales/:id/receipts/:receiptId',
    {
      schema: { params: receiptParams, response: { 200: messageReply(messages.receiptDeleted) } },
      config: { docs: docs.deleteReceipt },
    },
    async ({ call, params }) => {
      if (!(await receipts.remove(call, params.id, params.receiptId))) throw receiptNotFound();
      return { success: true as const, message: messages.receiptDeleted };
    },
  );
};
