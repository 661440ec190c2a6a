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
 * The last step of a delete, when sales has fenced the record. Products that appeared meanwhile refuse it: then the
 * fence goes before that is answered, so that whoever hears the answer can use the record in a sale at once.
 */
export const makeRemoveRepresentada =
  ({ representadas, messaging }: Dependencies) =>
  async (call: EmpresaCall, attempt: DeleteAttempt): Promise<boolean> => {
    const { removed, products } = await representadas.remove(call, attempt);
    if (products === 0) return removed;
    await messaging.ask(voidFence, { ...attempt, kind: 'representada' }, call);
    throw representadaHasProducts(products);
  };
