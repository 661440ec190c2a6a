import { contains, type Database, type Listing, readListing, violates } from '@representa/postgres';
import { type EmpresaCall, offsetOf } from '@representa/service-kit';
import { keptTotal } from '../kept-total.ts';
import { representadaNotFound } from '../representadas/representadas.errors.ts';
import { productIdTaken } from './products.errors.ts';
import type { NewProduct, ProductChanges, ProductsQuery } from './products.schemas.ts';

const refusal = (error: unknown): unknown => {
  if (violates(error, 'product_pkey')) return productIdTaken();
  if (violates(error, 'product_representada_fkey')) return representadaNotFound();
  return error;
};

export const makeProductsRepository = (sql: Database) => {
  return {
    create: async (call: EmpresaCall, product: NewProduct): Promise<string> => {
      try {
        const [created] = await sql.within(
          call,
          sql<[{ record: string }]>`
            select create_product(
              ${call.empresa_id}, ${JSON.stringify(product)}::text::jsonb,
              ${call.idempotency?.key ?? null}, ${call.idempotency?.fingerprint ?? null}
            ) as record`,
        );
        return created.record;
      } catch (error) {
        throw refusal(error);
      }
    },

    list: async (call: EmpresaCall, query: ProductsQuery): Promise<Listing> => {
      const isFiltered = query.search !== undefined || query.representada_id !== undefined;
      return readListing(
        sql,
        call,
        sql`
          with ${isFiltered ? matchingProducts(call, query) : everyProduct(call, query)}
          select (select total from counted) as total,
            coalesce('[' || string_agg(product_record(product), ',' order by product.created_at desc, id desc) || ']', '[]')
              as records
          from page join product using (id) where empresa_id = ${call.empresa_id}`,
      );
    },

    read: async (call: EmpresaCall, id: string): Promise<string | undefined> => {
      const [found] = await sql.within(
        call,
        sql<{ record: string }[]>`
          select product_record(product) as record from product where empresa_id = ${call.empresa_id} and id = ${id}`,
      );
      return found?.record;
    },

    /** Null when there is no such product. */
    update: async (call: EmpresaCall, id: string, changes: ProductChanges): Promise<string | null> => {
      try {
        const [updated] = await sql.within(
          call,
          sql<[{ record: string | null }]>`
            select update_product(${call.empresa_id}, ${id}, ${JSON.stringify(changes)}::text::jsonb) as record`,
        );
        return updated.record;
      } catch (error) {
        throw refusal(error);
      }
    },
  };

  function everyProduct(call: EmpresaCall, query: ProductsQuery) {
    return sql`
      page as (
        select id from product where ${chosen(call, query)}
        order by created_at desc, id desc limit ${query.limit} offset ${offsetOf(query)}
      ),
      counted as (${keptTotal(sql, 'product_counter', call, query.ativo)})`;
  }

  /** Sought once, for the page and for the total. */
  function matchingProducts(call: EmpresaCall, query: ProductsQuery) {
    return sql`
      matching as materialized (select created_at, id from product where ${chosen(call, query)}),
      page as (
        select id from matching order by created_at desc, id desc limit ${query.limit} offset ${offsetOf(query)}
      ),
      counted as (select count(*) as total from matching)`;
  }

  function chosen({ empresa_id }: EmpresaCall, { search, ativo, representada_id }: ProductsQuery) {
    return sql`
      empresa_id = ${empresa_id}
      ${ativo === undefined ? sql`` : sql`and ativo = ${ativo}`}
      ${representada_id === undefined ? sql`` : sql`and representada_id = ${representada_id}`}
      ${search === undefined ? sql`` : sql`and ${contains(sql, search)}`}`;
  }
};

export type ProductsRepository = ReturnType<typeof makeProductsRepository>;
