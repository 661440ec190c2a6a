import type { CompanyCall } from '@representa/contracts';
import {
  type Database,
  type Fragment,
  type ListFilter,
  makeList,
  nameKey,
  searchFilter,
  sql,
} from '@representa/postgres';
import { ativoFilter, keptTotal } from '../ativo-filter.ts';
import type { ProductFilters, ProductRow, ProductsSelection } from './products.schemas.ts';

/** The list of products: its filters and its orders. */
export const makeProductsList = (database: Database, columns: Fragment) => {
  const ofRepresentada = (id: string): ListFilter => {
    const by = sql`representada_id`;
    const value = sql`${id}::uuid`;
    return { where: sql`${by} = ${value}`, equals: { by, value }, indexedBy: ['created_at'] };
  };

  const filters = (call: CompanyCall, { search, ativo, representada_id }: ProductFilters): ListFilter[] => [
    ...(search ? [searchFilter('product', call, search)] : []),
    ...(representada_id ? [ofRepresentada(representada_id)] : []),
    ...(ativo === undefined ? [] : [ativoFilter('product_counter', call, ativo)]),
  ];

  return makeList<ProductRow, ProductsSelection>(database, {
    table: 'product',
    idType: 'text',
    columns: () => columns,
    sortKeys: { created_at: { by: sql`created_at`, type: 'timestamptz' }, nome: nameKey(2) },
    filters,
    total: (call) => keptTotal('product_counter', call, undefined),
  });
};
