import {
  contains,
  type Database,
  type Fragment,
  type ListFilter,
  makeList,
  nameKey,
  type OwnedCall,
} from '@representa/postgres';
import { keptTotal } from '../kept-total.ts';
import type { ProductFilters, ProductRow, ProductsQuery } from './products.schemas.ts';

/** The list of products: its filters and its orders. */
export const makeProductsList = (sql: Database, columns: Fragment) => {
  const searchFilter = ({ empresa_id }: OwnedCall, search: string): ListFilter => ({
    where: contains(sql, search),
    matches: sql`select * from product where empresa_id::text = ${empresa_id} and ${contains(sql, search)}`,
  });

  const ativoFilter = (call: OwnedCall, ativo: boolean): ListFilter => ({
    where: ativo ? sql`ativo` : sql`not ativo`,
    indexedBy: ['created_at'],
    total: keptTotal(sql, 'product_counter', call, ativo),
  });

  const filters = (call: OwnedCall, { search, ativo, representada_id }: ProductFilters): ListFilter[] => [
    ...(search ? [searchFilter(call, search)] : []),
    ...(representada_id ? [{ where: sql`representada_id = ${representada_id}`, indexedBy: ['created_at'] }] : []),
    ...(ativo === undefined ? [] : [ativoFilter(call, ativo)]),
  ];

  return makeList<ProductRow, ProductsQuery>(sql, {
    table: 'product',
    idType: 'text',
    columns: () => columns,
    sortKeys: { created_at: { by: sql`created_at`, type: 'timestamptz' }, nome: nameKey(sql, 2) },
    filters,
    total: (call) => keptTotal(sql, 'product_counter', call, undefined),
  });
};
