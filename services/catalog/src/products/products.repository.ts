import type { Call, CompanyCall, readProductNames } from '@representa/contracts';
import { arrayLiteral, type Database, type ListFilter, nameKey, searchFilter, sql } from '@representa/postgres';
import { ativoFilter, externalIdFilter, listRecords, makeRecords } from '@representa/records';
import type { z } from 'zod';
import { representadaNotFound } from '../representadas/representadas.errors.ts';
import { externalIdTaken, productIdTaken, productNotFound } from './products.errors.ts';
import { type Product, type ProductFilters, type ProductsSelection, product } from './products.schemas.ts';

const refusals = {
  record_missing: productNotFound,
  product_pkey: productIdTaken,
  product_id_key: productIdTaken,
  product_id_externo_key: externalIdTaken,
  product_representada_fkey: representadaNotFound,
};

/** A row with the id of a product changes it. */
export const productsImport = {
  record: product,
  key: 'id',
  merging: { uniqueBy: 'id' },
  conflicts: {
    product_id_key: productIdTaken,
    product_id_externo_key: externalIdTaken,
    product_representada_fkey: representadaNotFound,
  },
};

const ofRepresentada = (id: string): ListFilter => {
  const by = sql`representada_id`;
  const value = sql`${id}::uuid`;
  return { where: sql`${by} = ${value}`, equals: { by, value }, indexedBy: ['created_at'] };
};

const filters = (call: CompanyCall, { search, ativo, representada_id, id_externo }: ProductFilters): ListFilter[] => [
  ...externalIdFilter(id_externo),
  ...(search ? [searchFilter('product', call, search)] : []),
  ...(representada_id ? [ofRepresentada(representada_id)] : []),
  ...(ativo === undefined ? [] : [ativoFilter('product', call, ativo)]),
];

const sortKeys = { created_at: { by: sql`created_at`, type: 'timestamptz' as const }, nome: nameKey(2) };

export const makeProductsRepository = (database: Database) => ({
  ...makeRecords(database, product, refusals),
  list: listRecords<Product, ProductsSelection>(database, product, { sortKeys, filters }),

  /** What sales asks for a report. In the order of the ids. */
  names: async (
    call: Call,
    { empresa_id, ids }: z.output<typeof readProductNames.request>,
  ): Promise<(string | null)[]> => {
    const found = await database.within(
      call,
      sql<{ nome: string | null }[]>`
        select (select nome from product where id = asked.id and empresa_id = ${empresa_id}) as nome
        from unnest(${arrayLiteral(ids)}::text[]) with ordinality asked (id, position) order by position`,
    );
    return found.map(({ nome }) => nome);
  },
});

export type ProductsRepository = ReturnType<typeof makeProductsRepository>;
