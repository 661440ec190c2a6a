import { reversalMs } from '@representa/contracts';
import type { CreateOnce } from '@representa/records';
import { type App, answerByCursor, cursorReply, messageReply, recordReply } from '@representa/service-kit';
import type { FindFutureDate } from '../find-future-date.ts';
import type { AdjustCommissions } from './adjust-commissions.ts';
import type { PayCommissions } from './pay-commissions.ts';
import { docs } from './payments.docs.schemas.ts';
import { messages, paymentNotFound } from './payments.errors.ts';
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

interface Dependencies {
  payments: PaymentsRepository;
  payCommissions: PayCommissions;
  adjustCommissions: AdjustCommissions;
  createOnce: CreateOnce;
  findFutureDate: FindFutureDate;
}

export const paymentsRoutes = (
  app: App,
  { payments, payCommissions, adjustCommissions, createOnce, findFutureDate }: Dependencies,
): void => {
  app.post(
    '/api/v1/commissions/payments',
    {
      schema: { body: createPaymentBody, response: { 201: recordReply(paymentRecord) } },
      config: { docs: docs.createCommissionPayment, alsoInvalid: findFutureDate },
    },
    async (request, reply) => ({
      success: true as const,
      data: await createOnce(request, reply, () => payCommissions(request.call, request.body)),
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
      data: await createOnce(request, reply, () => adjustCommissions(request.call, request.body)),
    }),
  );
};
