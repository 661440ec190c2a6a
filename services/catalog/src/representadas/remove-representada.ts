import { voidFence } from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import type { DeleteAttempt } from '@representa/references';
import type { EmpresaCall } from '@representa/service-kit';
import { representadaHasProducts } from './representadas.errors.ts';
import type { RepresentadasRepository } from './representadas.repository.ts';

interface Dependencies {
  representadas: Pick<RepresentadasRepository, 'remove'>;
  messaging: Pick<Messaging, 'ask'>;
}

/**
 * The last step of a delete, after sales has fenced the record. If products appeared meanwhile, the fence is voided
 * before the refusal is answered, so that the record can be sold at once.
 */
export const makeRemoveRepresentada =
  ({ representadas, messaging }: Dependencies) =>
  async (call: EmpresaCall, attempt: DeleteAttempt): Promise<boolean> => {
    const { removed, products } = await representadas.remove(call, attempt);
    if (products === 0) return removed;
    await messaging.ask(voidFence, { ...attempt, kind: 'representada' }, call);
    throw representadaHasProducts(products);
  };
