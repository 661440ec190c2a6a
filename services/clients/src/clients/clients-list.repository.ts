import type { CompanyCall } from '@representa/contracts';
import { type Fragment, type ListFilter, nameKey, searchFilter, sql } from '@representa/postgres';
import { ativoFilter } from '@representa/records';
import type { ClientFilters } from './clients.schemas.ts';

/** The city without case and accents is a part of `search_text`. */
const folded = sql`split_part(search_text, e'\\x1f', -2)`;
/** Each has an index of its own, and one of the clients by name, whose expression differs. The migrations say why. */
const city = { by: sql`(${folded} collate "C")`, sortedBy: sql`(${folded} || '' collate "C")` };
const state = { by: sql`estado`, sortedBy: sql`(estado || '')` };

const equal = (column: { by: Fragment; sortedBy: Fragment }, value: Fragment): ListFilter => ({
  where: sql`${column.by} = ${value}`,
  equals: { ...column, value },
  indexedBy: ['created_at', 'nome'],
});

/** The filters and the orders of the list of clients. */
export const clientsList = {
  filters: (call: CompanyCall, query: ClientFilters): ListFilter[] => {
    const { search, ativo, estado, cidade, dia, cnpj_cpf, telefone, email, codigo } = query;
    const byId = { indexedBy: ['created_at'] };
    const exact = { ...byId, isNarrow: true };
    return [
      ...(codigo ? [{ where: sql`codigo = ${codigo}`, ...exact }] : []),
      ...(email ? [{ where: sql`lower(email) = lower(${email})`, ...exact }] : []),
      ...(cnpj_cpf ? [{ where: sql`cnpj_cpf = ${cnpj_cpf}`, ...exact }] : []),
      ...(telefone ? [{ where: sql`telefone = ${telefone}`, ...exact }] : []),
      ...(search ? [searchFilter('client', call, search)] : []),
      ...(ativo === false ? [ativoFilter('client', call, ativo)] : []),
      ...(cidade ? [equal(city, sql`(select fold(${cidade}))`)] : []),
      ...(dia ? [{ where: sql(dia), ...byId }] : []),
      ...(estado ? [equal(state, sql`${estado}::text`)] : []),
      ...(ativo === true ? [ativoFilter('client', call, ativo)] : []),
    ];
  },
  sortKeys: { created_at: undefined, nome: nameKey(1) },
};
