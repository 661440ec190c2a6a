import type { Database, Position } from '@representa/postgres';
import type { EmpresaCall } from '@representa/service-kit';
import { type Product, type ProductsSelection, productRecord } from './products.schemas.ts';
import { makeProductsList } from './products-list.repository.ts';

/** Pages of the list for its export. */
export const makeProductsExport = (sql: Database) => {
  const list = makeProductsList(
    sql,
    sql`id, nome, descricao, preco, ativo, representada_id, comissao, created_at, updated_at`,
  );
  return {
    name: 'products',
    columns: Object.keys(productRecord.shape) as (keyof Product)[],
    readPage: async (call: EmpresaCall, query: ProductsSelection & { limit: number }, after: Position | undefined) => {
      const { data, next } = await list.after(call, { ...query, page: 1 }, after);
      return { data: data as Partial<Product>[] as Product[], next };
    },
  };
};
