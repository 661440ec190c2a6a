import { asChange, type Change, nextEntries } from '@representa/changes';
import { contains, type Database, type Listing, literal, readListing, translateViolations } from '@representa/postgres';
import { acceptedVersions, type EmpresaCall, offsetOf, type Versioned, versionConflict } from '@representa/service-kit';
import { keptTotal } from '../kept-total.ts';
import { representadaNotFound } from '../representadas/representadas.errors.ts';
import { productIdTaken } from './products.errors.ts';
import type { NewProduct, Product, ProductChanges, ProductsQuery } from './products.schemas.ts';

type ProductRow = Omit<Product, 'representada_id' | 'comissao'> &
  Versioned & { representada_id: string | null; comissao: number | null };

const conflicts = { product_pkey: productIdTaken, product_representada_fkey: representadaNotFound, ...versionConflict };

/** The contract has neither `representada_id` nor `comissao`: only a product that has them shows them. */
const shown = ({ representada_id, comissao, ...product }: ProductRow): Product & Versioned => ({
  ...product,
  ...(representada_id !== null && { representada_id }),
  ...(comissao !== null && { comissao }),
});

export const makeProductsRepository = (sql: Database) => {
  const columns = sql`id, nome, descricao, preco, ativo, representada_id, comissao, created_at, updated_at, version`;
  const newestFirst = sql`created_at desc, id desc`;

  return {
    create: async (call: EmpresaCall, product: NewProduct): Promise<Product & Versioned> => {
      const [created] = await translateViolations(
        conflicts,
        sql.within(
          call,
          sql<[ProductRow]>`
            select ${columns} from create_product(
              ${call.empresa_id}, ${JSON.stringify(product)}::text::jsonb,
              ${call.idempotency?.key ?? null}, ${call.idempotency?.fingerprint ?? null}
            )`,
        ),
      );
      return shown(created);
    },

    list: async (call: EmpresaCall, query: ProductsQuery): Promise<Listing<Product>> => {
      const listing = await (query.search === undefined
        ? listAll(call, query)
        : listMatching(call, query, query.search));
      return { ...listing, data: listing.data.map(shown) };
    },

    read: async (call: EmpresaCall, id: string): Promise<(Product & Versioned) | undefined> => {
      const [found] = await sql.within(
        call,
        sql<ProductRow[]>`select ${columns} from product where empresa_id = ${call.empresa_id} and id = ${id}`,
      );
      return found && shown(found);
    },

    changes: async (call: EmpresaCall, after: number, limit: number): Promise<Change<Product>[]> => {
      const rows = await sql.within(
        call,
        sql<(Omit<Change<never>, 'registro'> & ProductRow)[]>`
          select record.*, entry.change, tipo, entry.id, alterado_em
          from ${nextEntries(sql, 'product', call, after, limit)}
          left join lateral (
            select ${columns} from product
            where empresa_id = ${call.empresa_id} and id = entry.id and tipo = 'alterado' offset 0
          ) record on true
          order by entry.change`,
      );
      return rows.map(({ change, tipo, alterado_em, ...row }) =>
        asChange({ change, tipo, alterado_em, ...shown(row) }),
      );
    },

    /** Undefined when there is no such product. */
    update: async (
      call: EmpresaCall,
      id: string,
      changes: ProductChanges,
    ): Promise<(Product & Versioned) | undefined> => {
      const [updated] = await translateViolations(
        conflicts,
        sql.within(
          call,
          sql<ProductRow[]>`
            select ${columns} from update_product(
              ${call.empresa_id}, ${id}, ${JSON.stringify(changes)}::text::jsonb, ${acceptedVersions(call)}::int[]
            )`,
        ),
      );
      return updated && shown(updated);
    },
  };

  /** Walks the index of the filter from the newest product of the page on. */
  function listAll(call: EmpresaCall, query: ProductsQuery): Promise<Listing<ProductRow>> {
    const chosen = filter(call, query);
    const offset = offsetOf(query);
    // Skips index entries only.
    const newest = sql`
      select created_at, id from product where ${chosen} order by ${newestFirst} limit 1 offset ${literal(sql, offset)}`;
    return readListing(sql, call, {
      counted:
        query.representada_id === undefined
          ? keptTotal(sql, 'product_counter', call, query.ativo)
          : sql`select count(*) as total from product where ${chosen}`,
      page: sql`
        select ${columns} from product
        where ${chosen} ${offset === 0 ? sql`` : sql`and (created_at, id) <= (${newest})`}
        order by ${newestFirst} limit ${literal(sql, query.limit)}`,
      order: newestFirst,
      isPrepared: offset === 0,
    });
  }

  /** Matches are searched once, for the page and for the total. */
  function listMatching(call: EmpresaCall, query: ProductsQuery, search: string): Promise<Listing<ProductRow>> {
    const { empresa_id } = call;
    return readListing(sql, call, {
      matching: sql`
        select created_at, id from product
        where empresa_id::text = ${empresa_id} and ${contains(sql, search)} ${filterFurther(query)}`,
      counted: sql`select count(*) as total from matching`,
      page: sql`
        select product.*
        from (select id from matching order by ${newestFirst} limit ${query.limit} offset ${offsetOf(query)}) found
        cross join lateral (
          select ${columns} from product where empresa_id = ${empresa_id} and id = found.id offset 0
        ) product`,
      order: newestFirst,
    });
  }

  function filter({ empresa_id }: EmpresaCall, query: ProductsQuery) {
    return sql`empresa_id = ${empresa_id} ${filterFurther(query)}`;
  }

  function filterFurther({ ativo, representada_id }: ProductsQuery) {
    return sql`
      ${ativo === undefined ? sql`` : sql`and ativo = ${ativo}`}
      ${representada_id === undefined ? sql`` : sql`and representada_id = ${representada_id}`}`;
  }
};

export type ProductsRepository = ReturnType<typeof makeProductsRepository>;
