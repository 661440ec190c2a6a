import type { Call, findClient, RecordAddress, readClientStates } from '@representa/contracts';
import { arrayLiteral, type Database, json, jsonb, literal, sql, withErrors } from '@representa/postgres';
import {
  callerOf,
  type DeleteAttempt,
  keyArguments,
  makeReadChanges,
  maxRenamed,
  type RenamableRecord,
  type Renamed,
} from '@representa/records';
import { acceptedVersions, type EmpresaCall, type Versioned, versionConflict } from '@representa/service-kit';
import type { z } from 'zod';
import { codigoTaken, emailTaken } from './clients.errors.ts';
import type { Client, ClientChanges, ClientSummary, NewClient, VisitedClient } from './clients.schemas.ts';
import { makeClientsList } from './clients-list.repository.ts';

const refusals = { client_email_key: emailTaken, client_codigo_key: codigoTaken, ...versionConflict };

/** The columns of the create and list replies; the update reply has them all (contract, "Client"). */
const summary = sql`
    id, codigo, nome, cnpj_cpf, email, telefone, endereco, cidade, estado, ativo, created_at, updated_at, version`;
const everything = sql`${summary}, bairro, observacao, segunda, terca, quarta, quinta, sexta`;
/** The columns of the report of a route. */
const visited = sql`id, codigo, nome, telefone, endereco, bairro, cidade, estado`;

export const makeClientsRepository = (database: Database) => {
  const write = withErrors(database.within, refusals);

  return {
    create: async (call: EmpresaCall, client: NewClient): Promise<ClientSummary & Versioned> => {
      const [created] = await write(
        call,
        sql<[ClientSummary & Versioned]>`
          select ${summary} from create_client(
            ${call.empresa_id}, ${jsonb(client)},
            ${keyArguments(call)}, ${jsonb(callerOf(call))}
          )`,
      );
      return created;
    },

    list: makeClientsList<ClientSummary>(database, summary),
    fullList: makeClientsList<Client>(database, everything),
    visitedList: makeClientsList<VisitedClient>(database, visited),

    read: async (call: EmpresaCall, id: string): Promise<(Client & Versioned) | undefined> => {
      const [found] = await database.within(
        call,
        sql<
          (Client & Versioned)[]
        >`select ${everything} from client where empresa_id = ${call.empresa_id} and id = ${id}`,
      );
      return found;
    },

    /** Undefined when there is no such client. */
    update: async (
      call: EmpresaCall,
      id: string,
      changes: ClientChanges,
    ): Promise<(Client & Versioned & RenamableRecord) | undefined> => {
      const [updated] = await write(
        call,
        sql<(Client & Versioned & RenamableRecord)[]>`
          select ${everything}, nome_revision, rename_pending
          from update_client(
            ${call.empresa_id}, ${id}, ${jsonb(changes)}, ${acceptedVersions(call)}::int[],
            ${jsonb(callerOf(call))}
          )`,
      );
      return updated;
    },

    remove: async (call: EmpresaCall, { id, epoch }: DeleteAttempt): Promise<boolean> => {
      const [{ removed }] = await write(
        call,
        sql<[{ removed: boolean }]>`
          select delete_client(${call.empresa_id}, ${id}, ${epoch}, ${acceptedVersions(call)}::int[],
            ${jsonb(callerOf(call))}) as removed`,
      );
      return removed;
    },

    changes: makeReadChanges<Client, Client>(database, {
      resource: 'client',
      idType: 'uuid',
      columns: everything,
      show: (client) => client,
    }),

    /** The clients of an import's next rows whose new name sales has not acknowledged. */
    renamed: (call: EmpresaCall, importId: string, afterLine: number): Promise<(Renamed & { line: number })[]> =>
      database.within(
        call,
        sql<(Renamed & { line: number })[]>`
          select empresa_id, id, nome, revision, line from import_row
          cross join lateral (
            -- By primary key: with its condition in here, every row could read all pending renames of the system instead.
            select empresa_id, id, nome, nome_revision as revision, rename_pending from client
            where empresa_id = ${call.empresa_id} and id = target::uuid offset 0
          ) client
          where import_id = ${importId} and line > ${afterLine} and rename_pending order by line limit ${literal(maxRenamed)}`,
      ),

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
