import type { DeleteRecord } from '@representa/records';
import type { EmpresaCall } from '@representa/service-kit';
import { clientHasSales, clientNotFound } from './clients.errors.ts';

export const makeDeleteClient =
  (deleteRecord: DeleteRecord) =>
  async (call: EmpresaCall, id: string): Promise<void> => {
    const result = await deleteRecord(call, id);
    if (result.outcome === 'not-found') throw clientNotFound();
    if (result.outcome === 'in-use') throw clientHasSales(result.uses);
  };

export type DeleteClient = ReturnType<typeof makeDeleteClient>;
