import type { Database, Position } from '@representa/postgres';
import type { EmpresaCall } from '@representa/service-kit';
import { type SaleSummary, type SalesSelection, saleSummary } from './sales.schemas.ts';
import { makeSalesList } from './sales-list.repository.ts';

/** Pages of the list for its export. */
export const makeSalesExport = (sql: Database) => {
  const list = makeSalesList(sql);
  return {
    name: 'sales',
    columns: Object.keys(saleSummary.shape) as (keyof SaleSummary)[],
    readPage: async (call: EmpresaCall, query: SalesSelection & { limit: number }, after: Position | undefined) => {
      const { data, next } = await list.after(call, { ...query, page: 1 }, after);
      return { data: data as Partial<SaleSummary>[] as SaleSummary[], next };
    },
  };
};
