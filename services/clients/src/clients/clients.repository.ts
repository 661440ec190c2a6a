import type { Call, findClient, RecordAddress } from '@representa/contracts';
import { makeDeepPages } from '@representa/deep-pages';
import { contains, type Database, type Listing, readListing, violates } from '@representa/postgres';
import type { DeleteAttempt } from '@representa/references';
import { type EmpresaCall, offsetOf } from '@representa/service-kit';
import type { z } from 'zod';
import { codigoTaken, emailTaken } from './clients.errors.ts';
import type { ClientChanges, ClientsQuery, NewClient } from './clients.schemas.ts';

export interface UpdatedClient {
  record: string;
  nome: string;
  revision: number;
  rename_pending: boolean;
}

/** A company with this many, which are at least a third of all there are, is sought in without its list (below). */
export const manyClients = 20_000;

const conflict = (error: unknown): unknown => {
  if (violates(error, 'client_email_key')) return emailTaken();
  if (violates(error, 'client_codigo_key')) return codigoTaken();
  return error;
};

export const makeClientsRepository = (sql: Database) => {
  const pages = makeDeepPages(sql, 'client');
  /** The columns of the create and list replies; the update reply has them all (contract, "Client"). */
  const summary = sql`
    id, codigo, nome, cnpj_cpf, email, telefone, endereco, cidade, estado, ativo,
    iso8601(created_at) as created_at, iso8601(updated_at) as updated_at`;
  const everything = sql`
    id, codigo, nome, cnpj_cpf, email, telefone, endereco, bairro, cidade, estado, observacao, ativo,
    segunda, terca, quarta, quinta, sexta, iso8601(created_at) as created_at, iso8601(updated_at) as updated_at`;

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
      if (query.search === undefined) await pages.prepare(call, query);
      const sought =
        query.search === undefined ? pages.select(call, query) : matchingClients(call, query, query.search);
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

    read: async (call: EmpresaCall, id: string): Promise<string | undefined> => {
      const [found] = await sql.within(
        call,
        sql<{ record: string }[]>`
          select row_to_json(reply)::text as record
          from (select ${everything} from client where empresa_id = ${call.empresa_id} and id = ${id}) reply`,
      );
      return found?.record;
    },

    /** Undefined when there is no such client. */
    update: async (call: EmpresaCall, id: string, changes: ClientChanges): Promise<UpdatedClient | undefined> => {
      try {
        const [updated] = await sql.within(
          call,
          sql<UpdatedClient[]>`
            select nome, nome_revision as revision, rename_pending,
              (select row_to_json(reply)::text from (select ${everything}) reply) as record
            from update_client(${call.empresa_id}, ${id}, ${JSON.stringify(changes)}::text::jsonb)`,
        );
        return updated;
      } catch (error) {
        throw conflict(error);
      }
    },

    remove: async (call: EmpresaCall, { id, epoch }: DeleteAttempt): Promise<boolean> => {
      const [{ removed }] = await sql.within(
        call,
        sql<[{ removed: boolean }]>`select delete_client(${call.empresa_id}, ${id}, ${epoch}) as removed`,
      );
      return removed;
    },

    /** What sales asks before it accepts sales. */
    find: async (caller: Call, addresses: RecordAddress[]): Promise<z.output<typeof findClient.reply>[]> => {
      const found = await sql.within(
        caller,
        sql<{ nome: string | null; revision: number; ativo: boolean }[]>`
          select nome, nome_revision as revision, ativo
          from rows from (json_to_recordset(${JSON.stringify(addresses)}::text::json) as (empresa_id uuid, id uuid))
            with ordinality as asked (empresa_id, id, position)
          left join client using (empresa_id, id)
          order by position`,
      );
      return found.map(({ nome, revision, ativo }) => (nome === null ? null : { nome, revision, ativo }));
    },
  };

  /**
   * Sought once, for the page and for the total. The index goes through the list of all that the company has beside the
   * lists of trigrams: of a million names 9 ms, 7 of them for that list. Where many records are the company's own it
   * tells little and is the longest; left out, the trigrams of the other companies are gone through as well, which
   * pays from about a third on.
   */
  function matchingClients({ empresa_id }: EmpresaCall, query: ClientsQuery, search: string) {
    return sql`
      company as (
        select total >= ${manyClients} and reltuples between 0 and 3 * total as is_large
        from client_counter, pg_class where empresa_id = ${empresa_id} and oid = 'client'::regclass
      ),
      matching as materialized (
        select id from client
        where not (select is_large from company) and empresa_id = ${empresa_id} and ${contains(sql, search)}
        union all
        select id from client
        where (select is_large from company) and empresa_id::text = ${empresa_id} and ${contains(sql, search)}
      ),
      page as (select id from matching order by id desc limit ${query.limit} offset ${offsetOf(query)}),
      counted as (select count(*) as total from matching)`;
  }
};

export type ClientsRepository = ReturnType<typeof makeClientsRepository>;
