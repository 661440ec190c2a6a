import { type Database, json, sql } from '@representa/postgres';
import type { EmpresaCall } from '@representa/service-kit';

interface OpenAmount {
  pedido: string;
  sale_id: string;
  valor: number;
}

export type ReconciliationRepository = ReturnType<typeof makeReconciliationRepository>;

export const makeReconciliationRepository = (database: Database) => ({
  /** What is due and not paid of orders, whatever its month. Orders without it are left out. */
  openAmounts: async (call: EmpresaCall, representada_id: string, orders: readonly string[]): Promise<OpenAmount[]> =>
    database.within(
      call,
      sql<OpenAmount[]>`
        select sale.pedido, sale.id as sale_id, open.valor
        from json_array_elements_text(${json(orders)}) with ordinality named (pedido, place)
        cross join lateral (
          select id, pedido from sale where empresa_id = ${call.empresa_id} and pedido = named.pedido offset 0
        ) sale
        cross join lateral (
          select sum(devida - paga) as valor
          from (select * from commission_part where empresa_id = ${call.empresa_id} and origem_id = sale.id offset 0) part
          where representada_id = ${representada_id} and devida > paga
        ) open
        where open.valor > 0 order by place`,
    ),
});
