import type { EmpresaCall } from '@representa/service-kit';
import type { Questions } from '../messaging/questions.ts';
import { untilDecided } from '../references/until-decided.ts';
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
  const find = async (call: EmpresaCall, id: string) => {
    const representada = await questions.findRepresentada(call, id);
    if (!representada) throw representadaNotFound();
    return representada;
  };

  return {
    /** A repeated request gets `reply`, if there is one. */
    pay: async (call: EmpresaCall, payment: PaymentToAllocate, reply?: object): Promise<Payment> => {
      const data = payment.data ?? todayOf(call, now());
      return untilDecided(async () =>
        payments.create(call, { ...payment, data }, await find(call, payment.representada_id), reply),
      );
    },

    adjust: async (call: EmpresaCall, adjustment: NewAdjustment): Promise<Adjustment> => {
      const vencimento = adjustment.vencimento ?? todayOf(call, now());
      return untilDecided(async () =>
        payments.adjust(call, { ...adjustment, vencimento }, await find(call, adjustment.representada_id)),
      );
    },
  };
};

export type PayCommissions = ReturnType<typeof makePayCommissions>;
