import { changedColumns, type Database, violates } from '@representa/postgres';
import { type Call, type Listing, offsetOf } from '@representa/service-kit';
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

  const matching = ({ empresa_id }: Call, search: string | undefined) => sql`
    empresa_id = ${empresa_id} ${search === undefined ? sql`` : sql`and search_text like containing(${search})`}`;

  const total = (call: Call, search: string | undefined) =>
    search === undefined
      ? sql`select coalesce(max(total), 0) as total from client_counter where empresa_id = ${call.empresa_id}`
      : sql`select count(*) as total from client where ${matching(call, search)}`;

  return {
    create: async (call: Call, client: NewClient): Promise<string> => {
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

    list: async (call: Call, query: ClientsQuery): Promise<Listing> => {
      const [listing] = await sql.within(
        call,
        sql<[Listing]>`
          with page as (
            select empresa_id, id from client where ${matching(call, query.search)}
            order by id desc limit ${query.limit} offset ${offsetOf(query)}
          ), counted as (${total(call, query.search)})
          select (select total from counted) as total,
            coalesce('[' || string_agg(row_to_json(reply)::text, ',') || ']', '[]') as records
          from (select ${summary} from page join client using (empresa_id, id) order by id desc) reply`,
      );
      return listing;
    },

    /** Undefined when there is no such client. */
    update: async (call: Call, id: string, changes: ClientChanges): Promise<string | undefined> => {
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
