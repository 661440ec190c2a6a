import type { EmpresaCall } from '@representa/service-kit';
import type { Questions } from '../messaging/questions.ts';
import { refuseFuture } from '../refuse-future.ts';
import { representadaNotFound } from '../sales/sales.errors.ts';
import { todayOf } from '../today.ts';
import type { PaymentsRepository } from './payments.repository.ts';
import type { Adjustment, NewAdjustment, Payment, PaymentToAllocate } from './payments.schemas.ts';

interface Dependencies {
  payments: Pick<PaymentsRepository, 'create' | 'adjust'>;
  questions: Pick<Questions, 'findRepresentada'>;
  now: () => Date;
}

/** What is recorded of a representada's commissions: payments and adjustments. */
export const makePayCommissions = ({ payments, questions, now }: Dependencies) => {
  const orNotFound = async <Created>(created: Promise<Created | undefined>): Promise<Created> => {
    const record = await created;
    if (record === undefined) throw representadaNotFound();
    return record;
  };
  const find = (call: EmpresaCall, id: string) => orNotFound(questions.findRepresentada(call, id));

  return {
    /** A repeated request gets `reply`, if there is one. */
    pay: async (call: EmpresaCall, payment: PaymentToAllocate, reply?: object): Promise<Payment> => {
      const moment = now();
      const data = payment.data ?? todayOf(call, moment);
      refuseFuture(call, data, moment);
      const representada = await find(call, payment.representada_id);
      return orNotFound(payments.create(call, { ...payment, data }, representada, reply));
    },

    adjust: async (call: EmpresaCall, adjustment: NewAdjustment): Promise<Adjustment> => {
      const vencimento = adjustment.vencimento ?? todayOf(call, now());
      const representada = await find(call, adjustment.representada_id);
      return orNotFound(payments.adjust(call, { ...adjustment, vencimento }, representada));
    },
  };
};

export type PayCommissions = ReturnType<typeof makePayCommissions>;
