import type { CompanyCall } from '@representa/contracts';
import { type ListFilter, nameKey, searchFilter, sql } from '@representa/postgres';
import { ativoFilter } from '@representa/records';
import type { RepresentadaFilters } from './representadas.schemas.ts';

/**
 * The stored form of a search that could be (a part of) a CNPJ. It has a digit, or punctuation between letters (`AB.CDE.FGH`): letters
 * alone are a name, which the search by texts finds, and punctuation alone would find every CNPJ.
 */
const cnpjSought = (search: string): string | undefined =>
  /^[\dA-Za-z\s./-]+$/.test(search) && /\d|[A-Za-z][./-][A-Za-z]/.test(search)
    ? search.replace(/[\s./-]/g, '')
    : undefined;

const searchWithCnpj = (call: CompanyCall, search: string): ListFilter => {
  const inTexts = searchFilter('representada', call, search);
  const cnpj = cnpjSought(search);
  if (cnpj === undefined) return inTexts;
  // The CNPJ is the only text after the last separator.
  const inCnpj = sql`search_text like (select '%' || e'\\x1e' || containing(${cnpj}))`;
  return {
    where: sql`(${inTexts.where} or ${inCnpj})`,
    // Two selects: for `or` the planner may read all of the company's records.
    matches: sql`
      ${inTexts.matches}
      union all
      select * from representada
      where empresa_id::text = ${call.empresa_id} and ${inCnpj} and not ${inTexts.where}`,
  };
};

/** The filters and the orders of the list of representadas. */
export const representadasList = {
  filters: (call: CompanyCall, { search, ativo }: RepresentadaFilters): ListFilter[] => [
    ...(search ? [searchWithCnpj(call, search)] : []),
    ...(ativo === undefined ? [] : [ativoFilter('representada', call, ativo)]),
  ],
  sortKeys: { created_at: undefined, nome: nameKey(1) },
};
