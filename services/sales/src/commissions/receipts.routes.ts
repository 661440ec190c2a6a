import type { CreateOnce } from '@representa/idempotency';
import { type App, type EmpresaCall, messageReply, recordReply } from '@representa/service-kit';
import { refuseFuture } from '../sales/refuse-future.ts';
import { saleNotFound } from '../sales/sales.errors.ts';
import { saleParams } from '../sales/sales.schemas.ts';
import { todayIn } from '../sales/today.ts';
import { docs } from './commissions.docs.schemas.ts';
import { messages, receiptNotFound } from './commissions.errors.ts';
import type { ReceiptsRepository } from './receipts.repository.ts';
import { createReceiptBody, type NewReceipt, receiptParams, receiptRecord, receiptsReply } from './receipts.schemas.ts';

interface Dependencies {
  receipts: ReceiptsRepository;
  createOnce: CreateOnce;
  now: () => Date;
}

export const receiptsRoutes = (app: App, { receipts, createOnce, now }: Dependencies): void => {
  const create = async (call: EmpresaCall, id: string, body: NewReceipt) => {
    const data = body.data ?? todayIn(call.time_zone, now());
    refuseFuture(call, data, now());
    const receipt = await receipts.create(call, id, { ...body, data });
    if (!receipt) throw saleNotFound();
    return receipt;
  };

  app.post(
    '/api/v1/sales/:id/receipts',
    {
      schema: { params: saleParams, body: createReceiptBody, response: { 201: recordReply(receiptRecord) } },
      config: { docs: docs.createReceipt },
    },
    async (request, reply) => ({
      success: true as const,
      data: await createOnce(request, reply, () => create(request.call, request.params.id, request.body)),
    }),
  );

  app.get(
    '/api/v1/sales/:id/receipts',
    { schema: { params: saleParams, response: { 200: receiptsReply } }, config: { docs: docs.listReceipts } },
    async ({ call, params }) => {
      const data = await receipts.list(call, params.id);
      if (!data) throw saleNotFound();
      return { success: true as const, data };
    },
  );

  app.delete(
    '/api/v1/sales/:id/receipts/:receiptId',
    { schema: { params: receiptParams, response: { 200: messageReply } }, config: { docs: docs.deleteReceipt } },
    async ({ call, params }) => {
      if (!(await receipts.remove(call, params.id, params.receiptId))) throw receiptNotFound();
      return { success: true as const, message: messages.receiptDeleted };
    },
  );
};
