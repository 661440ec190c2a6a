import {
  type Database,
  type Fragment,
  type ListFilter,
  makeList,
  nameKey,
  type OwnedCall,
  searchFilter,
} from '@representa/postgres';
import { ativoFilter, keptTotal } from '../ativo-filter.ts';
import type { ProductFilters, ProductRow, ProductsSelection } from './products.schemas.ts';

/** The list of products: its filters and its orders. */
export const makeProductsList = (sql: Database, columns: Fragment) => {
  const filters = (call: OwnedCall, { search, ativo, representada_id }: ProductFilters): ListFilter[] => [
    ...(search ? [searchFilter(sql, 'product', call, search)] : []),
    ...(representada_id ? [{ where: sql`representada_id = ${representada_id}`, indexedBy: ['created_at'] }] : []),
    ...(ativo === undefined ? [] : [ativoFilter(sql, 'product_counter', call, ativo)]),
  ];

  return makeList<ProductRow, ProductsSelection>(sql, {
    table: 'product',
    idType: 'text',
    columns: () => columns,
    sortKeys: { created_at: { by: sql`created_at`, type: 'timestamptz' }, nome: nameKey(sql, 2) },
    filters,
    total: (call) => keptTotal(sql, 'product_counter', call, undefined),
  });
};
