import { type Database, jsonb, sql, withErrors } from '@representa/postgres';
import { callerOf } from '@representa/records';
import { acceptedVersions, type EmpresaCall, type Versioned, versionConflict } from '@representa/service-kit';
import { nameOf } from '../references/name-of.ts';
import { makeInsertSale } from './new-sales.repository.ts';
import { type ItemColumns, itemAndInstalmentColumns, itemsOf, withItems } from './sale-items.ts';
import { saleCommissionPaid } from './sales.errors.ts';
import type { FullSale } from './sales.schemas.ts';
import { makeSalesList } from './sales-list.repository.ts';

export const makeSalesRepository = (database: Database) => {
  const write = withErrors(database.within, { sale_commission_paid: saleCommissionPaid, ...versionConflict });

  return {
    create: makeInsertSale(database),

    list: makeSalesList(database),

    /** With its items, in their order: one row for each. */
    read: async (call: EmpresaCall, id: string): Promise<(FullSale & Versioned) | undefined> => {
      return withItems(
        await database.within(
          call,
          sql<(Omit<FullSale, 'itens'> & Versioned & ItemColumns)[]>`
            select sale.id, pedido, data, cliente_id, cliente_nome, representada_id, representada_nome, status,
              sale.valor_total, created_at, updated_at, version, ${itemAndInstalmentColumns}
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

    /** Its items are deleted with it. */
    remove: async (call: EmpresaCall, id: string): Promise<boolean> => {
      const [{ removed }] = await write(
        call,
        sql<[{ removed: boolean }]>`
          select delete_sale(
            ${call.empresa_id}, ${id}, ${acceptedVersions(call)}::int[], ${jsonb(callerOf(call))}
          ) as removed`,
      );
      return removed;
    },
  };
};

export type SalesRepository = ReturnType<typeof makeSalesRepository>;
