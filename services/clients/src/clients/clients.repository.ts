import type { Call, CompanyCall, findClient, RecordAddress, readClientStates } from '@representa/contracts';
import {
  arrayLiteral,
  type Database,
  type Fragment,
  json,
  type ListFilter,
  nameKey,
  searchFilter,
  sql,
} from '@representa/postgres';
import { ativoFilter, externalIdFilter, listRecords, makeRecords } from '@representa/records';
import type { z } from 'zod';
import { clientNotFound, codigoTaken, emailTaken, externalIdTaken } from './clients.errors.ts';
import type { ClientFilters } from './clients.schemas.ts';
import {
  type Client,
  type ClientSummary,
  type ClientsSelection,
  client,
  type VisitedClient,
  visitedFields,
} from './clients.schemas.ts';

/** The city without case and accents is a part of `search_text`. */
const folded = sql`split_part(search_text, e'\\x1f', -2)`;
/** Each has an index of its own, and one of the clients by name, whose expression differs. The migrations say why. */
const city = { by: sql`(${folded} collate "C")`, sortedBy: sql`(${folded} || '' collate "C")` };
const state = { by: sql`estado`, sortedBy: sql`(estado || '')` };

/** The index of emails begins with it. */
const ownRegister = ({ empresa_id }: CompanyCall): Fragment => sql`register_id = (select register_of(${empresa_id}))`;

const equal = (column: { by: Fragment; sortedBy: Fragment }, value: Fragment): ListFilter => ({
  where: sql`${column.by} = ${value}`,
  equals: { ...column, value },
  indexedBy: ['created_at', 'nome'],
});

/** The filters and the orders of the list of clients. */
const clientsList = {
  filters: (call: CompanyCall, query: ClientFilters): ListFilter[] => {
    const { search, ativo, estado, cidade, dia, cnpj_cpf, telefone, email, codigo, id_externo } = query;
    const byId = { indexedBy: ['created_at'] };
    const exact = { ...byId, isNarrow: true };
    return [
      ...externalIdFilter(id_externo),
      ...(codigo ? [{ where: sql`codigo = ${codigo}`, ...exact }] : []),
      ...(email ? [{ where: sql`${ownRegister(call)} and lower(email) = lower(${email})`, ...exact }] : []),
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

const refusals = {
  record_missing: clientNotFound,
  client_email_key: emailTaken,
  client_codigo_key: codigoTaken,
  client_id_externo_key: externalIdTaken,
};

const visited = sql.unsafe(visitedFields.join(', '));

export const makeClientsRepository = (database: Database) => {
  return {
    ...makeRecords(database, client, refusals),
    list: listRecords<ClientSummary, ClientsSelection>(database, client, clientsList),
    fullList: listRecords<Client, ClientsSelection>(database, client, clientsList, client.columns),
    visitedList: listRecords<VisitedClient, ClientsSelection>(database, client, clientsList, visited),

    /** What sales asks before it creates sales. In the order of the addresses. */
    find: async (call: Call, addresses: RecordAddress[]): Promise<z.output<typeof findClient.reply>[]> => {
      const found = await database.within(
        call,
        sql<{ nome: string | null; revision: number; ativo: boolean }[]>`
          select nome, nome_revision as revision, ativo
          from rows from (json_to_recordset(${json(addresses)}) as (empresa_id uuid, id uuid))
            with ordinality as asked (empresa_id, id, position)
          left join lateral (
            select nome, nome_revision, ativo from client
            where empresa_id = asked.empresa_id and id = asked.id offset 0
          ) client on true
          order by position`,
      );
      return found.map(({ nome, revision, ativo }) => (nome === null ? null : { nome, revision, ativo }));
    },

    /** What sales asks for a report. In the order of the ids. */
    states: async (
      call: Call,
      { empresa_id, ids }: z.output<typeof readClientStates.request>,
    ): Promise<(string | null)[]> => {
      const found = await database.within(
        call,
        sql<{ estado: string | null }[]>`
          select (select estado from client where empresa_id = ${empresa_id} and id = asked.id) as estado
          from unnest(${arrayLiteral(ids)}::uuid[]) with ordinality asked (id, position) order by position`,
      );
      return found.map(({ estado }) => estado);
    },
  };
};

export type ClientsRepository = ReturnType<typeof makeClientsRepository>;
