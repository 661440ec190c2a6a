import type { EmpresaCall } from '@representa/service-kit';
import type { RequireRepresentada } from '../references/require-representada.ts';
import { untilDecided } from '../references/until-decided.ts';
import { todayOf } from '../today.ts';
import type { PaymentsRepository } from './payments.repository.ts';
import type { Adjustment, NewAdjustment, Payment, PaymentToAllocate } from './payments.schemas.ts';

interface Dependencies {
  payments: Pick<PaymentsRepository, 'create' | 'adjust'>;
  requireRepresentada: RequireRepresentada;
  now: () => Date;
}

/** What is recorded of a representada's commissions: payments and adjustments. */
export const makePayCommissions = ({ payments, requireRepresentada, now }: Dependencies) => ({
  /** A repeated request gets `reply`, if there is one. */
  pay: async (call: EmpresaCall, payment: PaymentToAllocate, reply?: object): Promise<Payment> => {
    const data = payment.data ?? todayOf(call, now());
    return untilDecided(async () =>
      payments.create(call, { ...payment, data }, await requireRepresentada(call, payment.representada_id), reply),
    );
  },

  adjust: async (call: EmpresaCall, adjustment: NewAdjustment): Promise<Adjustment> => {
    const vencimento = adjustment.vencimento ?? todayOf(call, now());
    return untilDecided(async () =>
      payments.adjust(call, { ...adjustment, vencimento }, await requireRepresentada(call, adjustment.representada_id)),
    );
  },
});

export type PayCommissions = ReturnType<typeof makePayCommissions>;
