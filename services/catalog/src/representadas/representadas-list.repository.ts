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
import type { Representada, RepresentadaFilters, RepresentadasQuery } from './representadas.schemas.ts';
import { cnpjSought } from './search-cnpj.ts';

/** The list of representadas: its filters and its orders. */
export const makeRepresentadasList = (sql: Database, columns: Fragment) => {
  const searchFilter = ({ empresa_id }: OwnedCall, search: string): ListFilter => {
    const inText = contains(sql, search);
    const cnpj = cnpjSought(search);
    const matches = sql`select * from representada where empresa_id::text = ${empresa_id} and ${inText}`;
    if (cnpj === undefined) return { where: inText, matches };
    // The CNPJ stands behind the last separator, where no other text does.
    const inCnpj = sql`search_text like (select '%' || e'\\x1e' || containing(${cnpj}))`;
    return {
      where: sql`(${inText} or ${inCnpj})`,
      // Two arms: for `or` the planner may read all of the company's records.
      matches: sql`
        ${matches}
        union all
        select * from representada where empresa_id::text = ${empresa_id} and ${inCnpj} and not ${inText}`,
    };
  };

  const ativoFilter = (call: OwnedCall, ativo: boolean): ListFilter => ({
    where: ativo ? sql`ativo` : sql`not ativo`,
    indexedBy: ['created_at'],
    total: keptTotal(sql, 'representada_counter', call, ativo),
  });

  const filters = (call: OwnedCall, { search, ativo }: RepresentadaFilters): ListFilter[] => [
    ...(search ? [searchFilter(call, search)] : []),
    ...(ativo === undefined ? [] : [ativoFilter(call, ativo)]),
  ];

  return makeList<Representada, RepresentadasQuery>(sql, {
    table: 'representada',
    idType: 'uuid',
    columns: () => columns,
    sortKeys: { created_at: undefined, nome: nameKey(sql, 1) },
    filters,
    total: (call) => keptTotal(sql, 'representada_counter', call, undefined),
  });
};
