import { reversalMs } from '@representa/contracts';
import type { CreateOnce } from '@representa/records';
import { type App, answerByCursor, cursorReply, messageReply, recordReply } from '@representa/service-kit';
import { messages, paymentNotFound } from '../commissions/commissions.errors.ts';
import type { FindFutureDate } from '../today.ts';
import { docs } from './payments.docs.schemas.ts';
import type { PaymentsRepository } from './payments.repository.ts';
import {
  adjustmentRecord,
  createAdjustmentBody,
  createPaymentBody,
  listPaymentsQuery,
  paymentParams,
  paymentPosition,
  paymentRecord,
} from './payments.schemas.ts';
import type { RecordPayments } from './record-payments.ts';

interface Dependencies {
  payments: PaymentsRepository;
  recordPayments: RecordPayments;
  createOnce: CreateOnce;
  findFutureDate: FindFutureDate;
}

export const paymentsRoutes = (
  app: App,
  { payments, recordPayments, createOnce, findFutureDate }: Dependencies,
): void => {
  app.post(
    '/api/v1/commissions/payments',
    {
      schema: { body: createPaymentBody, response: { 201: recordReply(paymentRecord) } },
      config: { docs: docs.createCommissionPayment, alsoInvalid: findFutureDate },
    },
    async (request, reply) => ({
      success: true as const,
      data: await createOnce(request, reply, () => recordPayments.pay(request.call, request.body)),
    }),
  );

  app.get(
    '/api/v1/commissions/payments',
    {
      schema: { querystring: listPaymentsQuery, response: { 200: cursorReply(paymentRecord) } },
      config: { docs: docs.listCommissionPayments },
    },
    ({ call, query }) => {
      const scope = { list: 'payments', empresa_id: call.empresa_id, representada_id: query.representada_id };
      return answerByCursor(query, scope, paymentPosition, (after) => payments.list(call, query, after));
    },
  );

  app.get(
    '/api/v1/commissions/payments/:id',
    {
      schema: { params: paymentParams, response: { 200: recordReply(paymentRecord) } },
      config: { docs: docs.readCommissionPayment },
    },
    async ({ call, params }) => {
      const data = await payments.read(call, params.id);
      if (!data) throw paymentNotFound();
      return { success: true as const, data };
    },
  );

  app.delete(
    '/api/v1/commissions/payments/:id',
    {
      schema: { params: paymentParams, response: { 200: messageReply(messages.paymentReversed) } },
      config: { docs: docs.reverseCommissionPayment, timeLimitMs: reversalMs },
    },
    async ({ call, params }) => {
      await payments.reverse(call, params.id);
      return { success: true as const, message: messages.paymentReversed };
    },
  );

  app.post(
    '/api/v1/commissions/adjustments',
    {
      schema: { body: createAdjustmentBody, response: { 201: recordReply(adjustmentRecord) } },
      config: { docs: docs.createCommissionAdjustment },
    },
    async (request, reply) => ({
      success: true as const,
      data: await createOnce(request, reply, () => recordPayments.adjust(request.call, request.body)),
    }),
  );
};
