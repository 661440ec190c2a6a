import { type Database, sql } from '@representa/postgres';
import type { RequestCall } from '@representa/service-kit';

/** The commissions of a representada that are due in a month. */
export interface MonthBalance {
  /** The first day of the month. */
  mes: string;
  prevista: number;
  devida: number;
  paga: number;
}

interface Account {
  /** From the oldest month on. */
  balances: MonthBalance[];
  /** What the representada has paid that is not allocated yet. */
  credito: number;
}

export const makeTerminationRepository = (database: Database) => ({
  /** One statement, so one snapshot: with two, a payment in between would count as credit, but its commissions not as paid. */
  readAccount: async (call: RequestCall, representada_id: string): Promise<Account> => {
    const [account] = await database.within(
      call,
      sql<[Account]>`
        select (
          select coalesce(json_agg(balance order by mes), '[]') from (
            select month_of(vencimento) as mes, sum(prevista) as prevista, sum(devida) as devida, sum(paga) as paga
            from commission_part where empresa_id = ${call.empresa_id} and representada_id = ${representada_id}
            group by mes
          ) balance
        ) as balances, (
          select coalesce(sum(credito), 0) from commission_payment
          where empresa_id = ${call.empresa_id} and representada_id = ${representada_id} and credito > 0
        ) as credito`,
    );
    return account;
  },
});

export type TerminationRepository = ReturnType<typeof makeTerminationRepository>;
