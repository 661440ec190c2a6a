import { type Database, json, sql } from '@representa/postgres';
import type { RequestCall } from '@representa/service-kit';

/** What is due for an order here. */
export interface OrderAmounts {
  pedido: string;
  sale_id: string;
  valor: number;
  /** What was paid already. */
  pago: number;
}

/** An order that a code of the file may mean. */
export interface FoundOrder extends OrderAmounts {
  /** As the file has it. */
  codigo: string;
}

export type ReconciliationRepository = ReturnType<typeof makeReconciliationRepository>;

export const makeReconciliationRepository = (database: Database) => ({
  /**
   * What is due and not paid of the orders that a representada's codes may mean, whatever their month: of each code those that differ
   * from it by case and spaces alone.
   */
  amountsOf: async (call: RequestCall, representada_id: string, codes: readonly string[]): Promise<FoundOrder[]> =>
    database.within(
      call,
      sql<FoundOrder[]>`
        select codigo, sale.pedido, sale.id as sale_id, coalesce(open, 0) as valor, coalesce(paid, 0) as pago
        from json_array_elements_text(${json(codes)}) with ordinality named (codigo, place)
        cross join lateral (
          select id, pedido, representada_id from sale
          where empresa_id = ${call.empresa_id} and order_key(pedido) = order_key(codigo) offset 0
        ) sale
        cross join lateral (
          select sum(devida - paga) filter (where devida > paga) as open, sum(paga) as paid
          from (select * from commission_part where empresa_id = ${call.empresa_id} and origem_id = sale.id offset 0) part
        ) amounts
        where sale.representada_id = ${representada_id} order by place`,
    ),

  /** The payment that a reconciliation has recorded and that was not taken back. */
  recordedBy: async (call: RequestCall, representada_id: string, conciliacao: string): Promise<string | null> => {
    const [{ payment }] = await database.within(
      call,
      sql<[{ payment: string | null }]>`
        select reconciliation_payment(${call.empresa_id}, ${representada_id}, ${conciliacao}) as payment`,
    );
    return payment;
  },
});
