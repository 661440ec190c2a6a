import type { EmpresaCall } from '@representa/service-kit';
import type { RequireRepresentada } from '../references/require-representada.ts';
import { retryWhileFenced } from '../references/retry-while-fenced.ts';
import { todayOf } from '../today.ts';
import type { PaymentsRepository } from './payments.repository.ts';
import type { Adjustment, NewAdjustment } from './payments.schemas.ts';

interface Dependencies {
  payments: Pick<PaymentsRepository, 'adjust'>;
  requireRepresentada: RequireRepresentada;
  now: () => Date;
}

/** Records what is owed, or deducted, without a sale. */
export const makeAdjustCommissions =
  ({ payments, requireRepresentada, now }: Dependencies) =>
  async (call: EmpresaCall, adjustment: NewAdjustment): Promise<Adjustment> => {
    const vencimento = adjustment.vencimento ?? todayOf(call, now());
    return retryWhileFenced(async () =>
      payments.adjust(call, { ...adjustment, vencimento }, await requireRepresentada(call, adjustment.representada_id)),
    );
  };

export type AdjustCommissions = ReturnType<typeof makeAdjustCommissions>;
