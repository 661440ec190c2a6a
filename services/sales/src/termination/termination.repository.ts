import { type Database, sql } from '@representa/postgres';
import type { EmpresaCall } from '@representa/service-kit';

/** The commissions of a representada that are due in a month. */
export interface MonthBalance {
  /** The first day of the month. */
  mes: string;
  prevista: number;
  devida: number;
  paga: number;
}

export const makeTerminationRepository = (database: Database) => ({
  /** By month, from the oldest on. */
  balances: async (call: EmpresaCall, representada_id: string): Promise<MonthBalance[]> =>
    database.within(
      call,
      sql<MonthBalance[]>`
        select month_of(vencimento) as mes, sum(prevista) as prevista, sum(devida) as devida, sum(paga) as paga
        from commission_part where empresa_id = ${call.empresa_id} and representada_id = ${representada_id}
        group by mes order by mes`,
    ),

  /** What the representada has paid that is not allocated yet. */
  credit: async (call: EmpresaCall, representada_id: string): Promise<number> => {
    const [{ credito }] = await database.within(
      call,
      sql<[{ credito: number }]>`
        select coalesce(sum(credito), 0) as credito from commission_payment
        where empresa_id = ${call.empresa_id} and representada_id = ${representada_id} and credito > 0`,
    );
    return credito;
  },
});

export type TerminationRepository = ReturnType<typeof makeTerminationRepository>;
