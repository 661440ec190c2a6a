import { type Database, jsonb, sql, withErrors } from '@representa/postgres';
import { callerOf, keyArguments, makeReadChanges } from '@representa/records';
import { acceptedVersions, type EmpresaCall, type Versioned, versionConflict } from '@representa/service-kit';
import { mapList } from '../map-list.ts';
import { representadaNotFound } from '../representadas/representadas.errors.ts';
import { productIdTaken } from './products.errors.ts';
import type { NewProduct, Product, ProductChanges, ProductRow } from './products.schemas.ts';
import { makeProductsList } from './products-list.repository.ts';

const refusals = { product_pkey: productIdTaken, product_representada_fkey: representadaNotFound, ...versionConflict };

/**
 * The contract has neither `representada_id` nor `comissao`: only a product that has them shows them.
 * create_product.sql does the same for kept answers.
 */
const shown = <Row extends ProductRow>({ representada_id, comissao, ...product }: Row) => ({
  ...product,
  ...(representada_id !== null && { representada_id }),
  ...(comissao !== null && { comissao }),
});

const columns = sql`id, nome, descricao, preco, ativo, representada_id, comissao, created_at, updated_at, version`;

export const makeProductsRepository = (database: Database) => {
  const write = withErrors(database.within, refusals);
  const list = makeProductsList(database, columns);

  return {
    create: async (call: EmpresaCall, product: NewProduct): Promise<Product & Versioned> => {
      const [created] = await write(
        call,
        sql<[ProductRow]>`
          select ${columns} from create_product(
            ${call.empresa_id}, ${jsonb(product)},
            ${keyArguments(call)}, ${jsonb(callerOf(call))}
          )`,
      );
      return shown(created);
    },

    list: mapList(list, shown),

    read: async (call: EmpresaCall, id: string): Promise<(Product & Versioned) | undefined> => {
      const [found] = await database.within(
        call,
        sql<ProductRow[]>`select ${columns} from product where empresa_id = ${call.empresa_id} and id = ${id}`,
      );
      return found && shown(found);
    },

    changes: makeReadChanges<ProductRow, Product>(database, {
      resource: 'product',
      idType: 'text',
      columns,
      show: shown,
    }),

    /** Undefined when there is no such product. */
    update: async (
      call: EmpresaCall,
      id: string,
      changes: ProductChanges,
    ): Promise<(Product & Versioned) | undefined> => {
      const [updated] = await write(
        call,
        sql<ProductRow[]>`
          select ${columns} from update_product(
            ${call.empresa_id}, ${id}, ${jsonb(changes)}, ${acceptedVersions(call)}::int[],
            ${jsonb(callerOf(call))}
          )`,
      );
      return updated && shown(updated);
    },
  };
};

export type ProductsRepository = ReturnType<typeof makeProductsRepository>;
