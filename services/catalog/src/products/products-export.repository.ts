import { contains, type Database, literal, unprepared } from '@representa/postgres';
import type { EmpresaCall } from '@representa/service-kit';
import { type Product, type ProductFilters, productRecord } from './products.schemas.ts';

type Query = ProductFilters & { limit: number };

/** Pages of products, the newest first. */
export const makeProductsExport = (sql: Database) => {
  /** `offset 0` keeps the planner from walking all records of a search by another index. */
  const found = ({ empresa_id }: EmpresaCall, search: string | undefined) =>
    search === undefined
      ? sql`product where empresa_id = ${empresa_id}`
      : sql`(
          select * from product where empresa_id::text = ${empresa_id} and ${contains(sql, search)} offset 0
        ) found where true`;

  return {
    name: 'products',
    columns: Object.keys(productRecord.shape) as (keyof Product)[],
    readPage: async (call: EmpresaCall, query: Query, after: readonly (string | number)[] | undefined) => {
      const { search, ativo, representada_id, limit } = query;
      const data = await sql.within(
        call,
        // Planned for each page: a plan that was made while the table was small would sort all records.
        unprepared(sql<Product[]>`
        select id, nome, descricao, preco, ativo, representada_id, created_at, updated_at
        from ${found(call, search)}
          ${ativo === undefined ? sql`` : sql`and ativo = ${ativo}`}
          ${representada_id === undefined ? sql`` : sql`and representada_id = ${representada_id}`}
          ${after ? sql`and (created_at, id) < (${after[0] as string}::timestamptz, ${after[1] as string})` : sql``}
        order by created_at desc, id desc limit ${literal(sql, limit)}`),
      );
      const last = data.at(-1);
      return { data, next: last && data.length === limit ? [last.created_at, last.id] : undefined };
    },
  };
};
