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
import type { ClientFilters, ClientsSelection } from './clients.schemas.ts';

/** The city without case and accents is a part of `search_text`. */
const folded = sql`split_part(search_text, e'\\x1f', -2)`;
/** Each has an index of its own, and one of the clients by name, whose expression differs. The migrations say why. */
const city = { by: sql`(${folded} collate "C")`, sortedBy: sql`(${folded} || '' collate "C")` };
const state = { by: sql`estado`, sortedBy: sql`(estado || '')` };

/** The list of clients: its filters and its orders. `Row` has the columns. */
export const makeClientsList = <Row extends { id: string }>(database: Database, columns: Fragment) => {
  const equal = (column: { by: Fragment; sortedBy: Fragment }, value: Fragment): ListFilter => ({
    where: sql`${column.by} = ${value}`,
    equals: { ...column, value },
    indexedBy: ['created_at', 'nome'],
  });

  /** Most clients are active, so they have no index. Their number is that of all less the inactive ones, which have one. */
  const activeFilter = ({ empresa_id }: CompanyCall): ListFilter => ({
    where: sql`ativo`,
    total: sql`
      select coalesce(max(total), 0) - (
        select count(*) from client where empresa_id = ${empresa_id} and not ativo
      ) as total from client_counter where empresa_id = ${empresa_id}`,
  });

  const filters = (call: CompanyCall, query: ClientFilters): ListFilter[] => {
    const { search, ativo, estado, cidade, dia, cnpj_cpf, telefone, email, codigo } = query;
    const byId = { indexedBy: ['created_at'] };
    const exact = { ...byId, isNarrow: true };
    return [
      ...(codigo ? [{ where: sql`codigo = ${codigo}`, ...exact }] : []),
      ...(email ? [{ where: sql`lower(email) = lower(${email})`, ...exact }] : []),
      ...(cnpj_cpf ? [{ where: sql`cnpj_cpf = ${cnpj_cpf}`, ...exact }] : []),
      ...(telefone ? [{ where: sql`telefone = ${telefone}`, ...exact }] : []),
      ...(search ? [searchFilter('client', call, search)] : []),
      ...(ativo === false ? [{ where: sql`not ativo`, ...byId }] : []),
      ...(cidade ? [equal(city, sql`(select fold(${cidade}))`)] : []),
      ...(dia ? [{ where: sql(dia), ...byId }] : []),
      ...(estado ? [equal(state, sql`${estado}::text`)] : []),
      ...(ativo === true ? [activeFilter(call)] : []),
    ];
  };

  return makeList<Row, ClientsSelection>(database, {
    table: 'client',
    idType: 'uuid',
    columns: () => columns,
    sortKeys: { created_at: undefined, nome: nameKey(1) },
    filters,
    total: ({ empresa_id }) => sql`
      select coalesce(max(total), 0) as total from client_counter where empresa_id = ${empresa_id}`,
  });
};
