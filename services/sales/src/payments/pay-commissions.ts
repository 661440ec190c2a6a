import type { EmpresaCall } from '@representa/service-kit';
import type { RequireRepresentada } from '../references/require-representada.ts';
import { retryWhileFenced } from '../references/retry-while-fenced.ts';
import { todayOf } from '../today.ts';
import type { PaymentsRepository } from './payments.repository.ts';
import type { Payment, PaymentToAllocate } from './payments.schemas.ts';

interface Dependencies {
  payments: Pick<PaymentsRepository, 'create'>;
  requireRepresentada: RequireRepresentada;
  now: () => Date;
}

/** Records what a representada has paid. A repeated request gets `reply`, if there is one. */
export const makePayCommissions =
  ({ payments, requireRepresentada, now }: Dependencies) =>
  async (call: EmpresaCall, payment: PaymentToAllocate, reply?: object): Promise<Payment> => {
    const data = payment.data ?? todayOf(call, now());
    return retryWhileFenced(async () =>
      payments.create(call, { ...payment, data }, await requireRepresentada(call, payment.representada_id), reply),
    );
  };

export type PayCommissions = ReturnType<typeof makePayCommissions>;
