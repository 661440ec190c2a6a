import { type Database, sql } from '@representa/postgres';
import type { RequestCall, Versioned } from '@representa/service-kit';
import { nameOf } from '../references/references.repository.ts';
import { deleteSale } from './sale.rules.ts';
import { type ItemColumns, itemAndInstalmentColumns, itemsOf, withItems } from './sale-items.ts';
import type { FullSale } from './sales.schemas.ts';
import type { WriteSale } from './write-sale.repository.ts';

export const makeSalesRepository = (database: Database, writeSale: WriteSale) => {
  return {
    /** With its items, in their order: one row for each. */
    read: async (call: RequestCall, id: string): Promise<(FullSale & Versioned) | undefined> => {
      return withItems(
        await database.within(
          call,
          sql<(Omit<FullSale, 'itens'> & Versioned & ItemColumns)[]>`
            select sale.id, pedido, data, cliente_id, cliente_nome, representada_id, representada_nome, status,
              sale.valor_total, created_at, updated_at, version, id_externo, ${itemAndInstalmentColumns}
            from (
              -- Apart from the items, so that the names are looked up once.
              select *, ${nameOf(call, sql`cliente_id`)} as cliente_nome,
                ${nameOf(call, sql`representada_id`)} as representada_nome
              from sale where empresa_id = ${call.empresa_id} and id = ${id} offset 0
            ) sale
            cross join lateral ${itemsOf(call, sql`sale.id`)}
            order by posicao`,
        ),
      );
    },

    /** Undefined when there is no such sale. */
    remove: (call: RequestCall, id: string): Promise<{ id: string } | undefined> =>
      writeSale(call, id, {}, (state) => ({
        decision: deleteSale(state, call.ifMatch),
        name: 'delete sale',
        operation: 'excluir',
        resource: 'sales',
        columns: sql`written.id`,
      })),
  };
};

export type SalesRepository = ReturnType<typeof makeSalesRepository>;
