import { contains, type Database, type Listing, literal, readPage, sql, withErrors } from '@representa/postgres';
import type { ChangesOf, NewOf } from '@representa/records';
import type { RequestCall } from '@representa/service-kit';
import type { z } from 'zod';
import { codigoTaken, emailTaken } from '../../../../services/clients/src/clients/clients.errors.ts';
import type {
  Client,
  ClientSummary,
  client,
  listClientsQuery,
} from '../../../../services/clients/src/clients/clients.schemas.ts';
import { offsetOf } from '../page.ts';
import { changedColumns } from './changed-columns.ts';

type ClientsQuery = z.output<typeof listClientsQuery>;

const conflicts = { client_email_key: emailTaken, client_codigo_key: codigoTaken };

const summary = sql`
    id, codigo, nome, cnpj_cpf, email, telefone, endereco, cidade, estado, ativo, created_at, updated_at`;
const everything = sql`${summary}, bairro, observacao, segunda, terca, quarta, quinta, sexta`;

export const makeClientsRepository = (database: Database) => {
  const write = withErrors(database.within, conflicts);

  return {
    create: async (call: RequestCall, given: NewOf<typeof client>): Promise<ClientSummary> => {
      const [created] = await write(
        call,
        sql<[ClientSummary]>`
          select ${summary} from create_client(
            ${call.empresa_id}, ${JSON.stringify(given)}::text::jsonb,
            ${call.idempotency?.key ?? null}, ${call.idempotency?.fingerprint ?? null}
          )`,
      );
      return created;
    },

    list: (call: RequestCall, query: ClientsQuery): Promise<Listing<ClientSummary>> =>
      query.search === undefined ? listAll(call, query) : listMatching(call, query, query.search),

    /** Undefined when there is no such client. */
    update: async (call: RequestCall, id: string, changes: ChangesOf<typeof client>): Promise<Client | undefined> => {
      const [updated] = await write(
        call,
        sql<Client[]>`
          update client set updated_at = greatest(now(), updated_at + interval '1 ms') ${changedColumns(changes)}
          where empresa_id = ${call.empresa_id} and id = ${id}
          returning ${everything}`,
      );
      return updated;
    },
  };

  /** Walks the primary key from the newest client of the page on. */
  function listAll(call: RequestCall, page: ClientsQuery): Promise<Listing<ClientSummary>> {
    const { empresa_id } = call;
    const offset = offsetOf(page);
    const newest = sql`
      select id from client where empresa_id = ${empresa_id} order by id desc limit 1 offset ${literal(offset)}`;
    return readPage(database, call, {
      counted: sql`select coalesce(max(total), 0) as total from record_counter where empresa_id = ${empresa_id} and resource = 'client'`,
      page: sql`
        select ${summary} from client
        where empresa_id = ${empresa_id} ${offset === 0 ? sql`` : sql`and id <= (${newest})`}
        order by id desc limit ${literal(page.limit)}`,
      order: sql`id desc`,
      sending: offset === 0 ? 'prepared' : 'unprepared',
    });
  }

  function listMatching(call: RequestCall, page: ClientsQuery, search: string): Promise<Listing<ClientSummary>> {
    const { empresa_id } = call;
    return readPage(database, call, {
      sending: 'prepared',
      matching: sql`select id from client where empresa_id::text = ${empresa_id} and ${contains(search)}`,
      counted: sql`select count(*) as total from matching`,
      page: sql`
        select client.*
        from (select id from matching order by id desc limit ${page.limit} offset ${offsetOf(page)}) found
        cross join lateral (
          select ${summary} from client where empresa_id = ${empresa_id} and id = found.id offset 0
        ) client`,
      order: sql`id desc`,
    });
  }
};

export type ClientsRepository = ReturnType<typeof makeClientsRepository>;
