import type { CompanyCall } from '@representa/contracts';
import { type Database, type ListFilter, nameKey, searchFilter, sql } from '@representa/postgres';
import { ativoFilter, externalIdFilter, listRecords, makeRecords } from '@representa/records';
import { representadaNotFound } from '../representadas/representadas.errors.ts';
import { externalIdTaken, productIdTaken, productNotFound } from './products.errors.ts';
import { type Product, type ProductFilters, type ProductsSelection, product } from './products.schemas.ts';

const refusals = {
  record_missing: productNotFound,
  product_pkey: productIdTaken,
  product_id_externo_key: externalIdTaken,
  product_representada_fkey: representadaNotFound,
};

/** A row with the id of a product changes it. */
export const productsImport = {
  record: product,
  key: 'id',
  merging: { uniqueBy: 'id' },
  conflictMessages: {
    product_pkey: productIdTaken().message,
    product_id_externo_key: externalIdTaken().message,
    product_representada_fkey: representadaNotFound().message,
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
});

export type ProductsRepository = ReturnType<typeof makeProductsRepository>;
