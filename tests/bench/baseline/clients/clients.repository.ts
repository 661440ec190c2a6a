import { changedColumns, contains, type Database, type Listing, readListing, violates } from '@representa/postgres';
import { type EmpresaCall, offsetOf } from '@representa/service-kit';
import { codigoTaken, emailTaken } from './clients.errors.ts';
import type { ClientChanges, ClientsQuery, NewClient } from './clients.schemas.ts';

const conflict = (error: unknown): unknown => {
  if (violates(error, 'client_email_key')) return emailTaken();
  if (violates(error, 'client_codigo_key')) return codigoTaken();
  return error;
};

export const makeClientsRepository = (sql: Database) => {
  const summary = sql`
    id, codigo, nome, cnpj_cpf, email, telefone, endereco, cidade, estado, ativo,
    iso8601(created_at) as created_at, iso8601(updated_at) as updated_at`;
  const everything = sql`
    id, codigo, nome, cnpj_cpf, email, telefone, endereco, bairro, cidade, estado, observacao, ativo,
    segunda, terca, quarta, quinta, sexta, iso8601(created_at) as created_at, iso8601(updated_at) as updated_at`;

  const everyClient = ({ empresa_id }: EmpresaCall, query: ClientsQuery) => sql`
    page as (
      select id from client where empresa_id = ${empresa_id}
      order by id desc limit ${query.limit} offset ${offsetOf(query)}
    ),
    counted as (select coalesce(max(total), 0) as total from client_counter where empresa_id = ${empresa_id})`;

  const matchingClients = ({ empresa_id }: EmpresaCall, query: ClientsQuery, search: string) => sql`
    matching as materialized (
      select id from client where empresa_id = ${empresa_id} and ${contains(sql, search)}
    ),
    page as (select id from matching order by id desc limit ${query.limit} offset ${offsetOf(query)}),
    counted as (select count(*) as total from matching)`;

  return {
    create: async (call: EmpresaCall, client: NewClient): Promise<string> => {
      try {
        const [created] = await sql.within(
          call,
          sql<[{ record: string }]>`
            select create_client(
              ${call.empresa_id}, ${JSON.stringify(client)}::text::jsonb,
              ${call.idempotency?.key ?? null}, ${call.idempotency?.fingerprint ?? null}
            ) as record`,
        );
        return created.record;
      } catch (error) {
        throw conflict(error);
      }
    },

    list: async (call: EmpresaCall, query: ClientsQuery): Promise<Listing> => {
      const sought = query.search === undefined ? everyClient(call, query) : matchingClients(call, query, query.search);
      return readListing(
        sql,
        call,
        sql`
          with ${sought}
          select (select total from counted) as total,
            coalesce('[' || string_agg(row_to_json(reply)::text, ',') || ']', '[]') as records
          from (
            select ${summary} from page join client using (id) where empresa_id = ${call.empresa_id} order by id desc
          ) reply`,
      );
    },

    /** Undefined when there is no such client. */
    update: async (call: EmpresaCall, id: string, changes: ClientChanges): Promise<string | undefined> => {
      try {
        const [updated] = await sql.within(
          call,
          sql<{ record: string }[]>`
            with updated as (
              update client set updated_at = greatest(now(), updated_at + interval '1 ms') ${changedColumns(sql, changes)}
              where empresa_id = ${call.empresa_id} and id = ${id}
              returning *
            )
            select row_to_json(reply)::text as record from (select ${everything} from updated) reply`,
        );
        return updated?.record;
      } catch (error) {
        throw conflict(error);
      }
    },
  };
};

export type ClientsRepository = ReturnType<typeof makeClientsRepository>;
