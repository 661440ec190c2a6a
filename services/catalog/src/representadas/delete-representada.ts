import type { ReferenceOwner } from '@representa/references';
import type { Call } from '@representa/service-kit';
import { representadaHasSales, representadaNotFound } from './representadas.errors.ts';

export type DeleteRepresentada = (call: Call, id: string) => Promise<void>;

/** Sales are asked before products are looked at: with both, the answer tells the sales (contract, "Delete represented company"). */
export const makeDeleteRepresentada =
  ({ deleteRecord }: Pick<ReferenceOwner, 'deleteRecord'>): DeleteRepresentada =>
  async (call, id) => {
    const result = await deleteRecord(call, id);
    if (result.outcome === 'not-found') throw representadaNotFound();
    if (result.outcome === 'in-use') throw representadaHasSales(result.sales);
  };
