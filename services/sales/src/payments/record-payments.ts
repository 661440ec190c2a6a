import type { RequestCall } from '@representa/service-kit';
import { type RequireRepresentada, retryWhileFenced } from '../references/require-references.ts';
import { todayOf } from '../today.ts';
import type { PaymentsRepository } from './payments.repository.ts';
import type { Adjustment, NewAdjustment, Payment, PaymentToAllocate } from './payments.schemas.ts';

interface Dependencies {
  payments: Pick<PaymentsRepository, 'create' | 'adjust'>;
  requireRepresentada: RequireRepresentada;
  now: () => Date;
}

export const makeRecordPayments = ({ payments, requireRepresentada, now }: Dependencies) => ({
  /** Records what a representada has paid. A repeated request gets `reply`, if there is one. */
  pay: async (call: RequestCall, payment: PaymentToAllocate, reply?: object): Promise<Payment> => {
    const data = payment.data ?? todayOf(call, now());
    return retryWhileFenced(async () =>
      payments.create(call, { ...payment, data }, await requireRepresentada(call, payment.representada_id), reply),
    );
  },

  /** Records what is owed, or deducted, without a sale. */
  adjust: async (call: RequestCall, adjustment: NewAdjustment): Promise<Adjustment> => {
    const vencimento = adjustment.vencimento ?? todayOf(call, now());
    return retryWhileFenced(async () =>
      payments.adjust(call, { ...adjustment, vencimento }, await requireRepresentada(call, adjustment.representada_id)),
    );
  },
});

export type RecordPayments = ReturnType<typeof makeRecordPayments>;
