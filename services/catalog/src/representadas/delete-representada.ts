import { countRepresentadaSales } from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import type { DeleteRecord } from '@representa/records';
import type { RequestCall } from '@representa/service-kit';
import {
  representadaHasCommissions,
  representadaHasProducts,
  representadaHasSales,
  representadaNotFound,
} from './representadas.errors.ts';
import type { RepresentadasRepository } from './representadas.repository.ts';

interface Dependencies {
  representadas: Pick<RepresentadasRepository, 'countProducts'>;
  messaging: Pick<Messaging, 'ask'>;
  deleteRecord: DeleteRecord;
}

/** With both sales and products, the error names the sales (contract, "Delete represented company"). */
export const makeDeleteRepresentada = ({ representadas, messaging, deleteRecord }: Dependencies) => {
  const refuseIfItHasProducts = async (call: RequestCall, id: string): Promise<void> => {
    const products = await representadas.countProducts(call, id);
    if (products === 0) return;
    const { sales } = await messaging.ask(countRepresentadaSales, { empresa_id: call.empresa_id, id }, call);
    throw sales > 0 ? representadaHasSales(sales) : representadaHasProducts(products);
  };

  return async (call: RequestCall, id: string): Promise<void> => {
    const result = await deleteRecord(call, id, refuseIfItHasProducts);
    if (result.outcome === 'not-found') throw representadaNotFound();
    if (result.outcome !== 'in-use') return;
    throw result.counted === 'sales' ? representadaHasSales(result.uses) : representadaHasCommissions(result.uses);
  };
};

export type DeleteRepresentada = ReturnType<typeof makeDeleteRepresentada>;
