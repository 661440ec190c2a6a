import type { DeleteRecord } from '@representa/references';
import type { EmpresaCall } from '@representa/service-kit';
import { clientHasSales, clientNotFound } from './clients.errors.ts';

export type DeleteClient = (call: EmpresaCall, id: string) => Promise<void>;

export const makeDeleteClient =
  (deleteRecord: DeleteRecord): DeleteClient =>
  async (call, id) => {
    const result = await deleteRecord(call, id);
    if (result.outcome === 'not-found') throw clientNotFound();
    if (result.outcome === 'in-use') throw clientHasSales(result.sales);
  };
