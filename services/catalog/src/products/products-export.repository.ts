import { contains, type Database, literal } from '@representa/postgres';
import type { EmpresaCall } from '@representa/service-kit';
import { type Product, type ProductFilters, productRecord } from './products.schemas.ts';

type Query = ProductFilters & { limit: number };

/** Pages of products, the newest first. */
export const makeProductsExport = (sql: Database) => ({
  name: 'products',
  columns: Object.keys(productRecord.shape) as (keyof Product)[],
  readPage: async (call: EmpresaCall, query: Query, after: readonly (string | number)[] | undefined) => {
    const { search, ativo, representada_id, limit } = query;
    const data = await sql.within(
      call,
      sql<Product[]>`
        select id, nome, descricao, preco, ativo, representada_id, created_at, updated_at
        from product
        where ${search === undefined ? sql`empresa_id = ${call.empresa_id}` : sql`empresa_id::text = ${call.empresa_id} and ${contains(sql, search)}`}
          ${ativo === undefined ? sql`` : sql`and ativo = ${ativo}`}
          ${representada_id === undefined ? sql`` : sql`and representada_id = ${representada_id}`}
          ${after ? sql`and (created_at, id) < (${after[0] as string}::timestamptz, ${after[1] as string})` : sql``}
        order by created_at desc, id desc limit ${literal(sql, limit)}`,
    );
    const last = data.at(-1);
    return { data, next: last && data.length === limit ? [last.created_at, last.id] : undefined };
  },
});
