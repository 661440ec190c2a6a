import type { Call, findRepresentada, RecordAddress } from '@representa/contracts';
import { contains, type Database, type Listing, readListing, violates } from '@representa/postgres';
import type { DeleteAttempt } from '@representa/references';
import { type EmpresaCall, offsetOf } from '@representa/service-kit';
import type { z } from 'zod';
import { keptTotal } from '../kept-total.ts';
import { cnpjTaken } from './representadas.errors.ts';
import type { NewRepresentada, RepresentadaChanges, RepresentadasQuery } from './representadas.schemas.ts';
import { cnpjSought } from './search-cnpj.ts';

export interface UpdatedRepresentada {
  record: string;
  nome: string;
  revision: number;
  rename_pending: boolean;
}

export interface Removal {
  removed: boolean;
  /** How many products kept it from being removed. */
  products: number;
}

const conflict = (error: unknown): unknown => (violates(error, 'representada_cnpj_key') ? cnpjTaken() : error);

export const makeRepresentadasRepository = (sql: Database) => {
  return {
    create: async (call: EmpresaCall, representada: NewRepresentada): Promise<string> => {
      try {
        const [created] = await sql.within(
          call,
          sql<[{ record: string }]>`
            select create_representada(
              ${call.empresa_id}, ${JSON.stringify(representada)}::text::jsonb,
              ${call.idempotency?.key ?? null}, ${call.idempotency?.fingerprint ?? null}
            ) as record`,
        );
        return created.record;
      } catch (error) {
        throw conflict(error);
      }
    },

    list: async (call: EmpresaCall, query: RepresentadasQuery): Promise<Listing> => {
      return readListing(
        sql,
        call,
        sql`
          with ${query.search === undefined ? everyRepresentada(call, query) : matchingRepresentadas(call, query, query.search)}
          select (select total from counted) as total,
            coalesce('[' || string_agg(representada_record(representada), ',' order by id desc) || ']', '[]') as records
          from page join representada using (id) where empresa_id = ${call.empresa_id}`,
      );
    },

    read: async (call: EmpresaCall, id: string): Promise<string | undefined> => {
      const [found] = await sql.within(
        call,
        sql<{ record: string }[]>`
          select representada_record(representada) as record from representada
          where empresa_id = ${call.empresa_id} and id = ${id}`,
      );
      return found?.record;
    },

    /** Undefined when there is no such representada. */
    update: async (
      call: EmpresaCall,
      id: string,
      changes: RepresentadaChanges,
    ): Promise<UpdatedRepresentada | undefined> => {
      try {
        const [updated] = await sql.within(
          call,
          sql<UpdatedRepresentada[]>`
            select nome, nome_revision as revision, rename_pending, representada_record(updated) as record
            from update_representada(${call.empresa_id}, ${id}, ${JSON.stringify(changes)}::text::jsonb) updated`,
        );
        return updated;
      } catch (error) {
        throw conflict(error);
      }
    },

    countProducts: async (call: EmpresaCall, id: string): Promise<number> => {
      const [{ products }] = await sql.within(
        call,
        sql<[{ products: number }]>`
          select count(*) as products from product where empresa_id = ${call.empresa_id} and representada_id = ${id}`,
      );
      return products;
    },

    remove: async (call: EmpresaCall, { id, epoch }: DeleteAttempt): Promise<Removal> => {
      const [removal] = await sql.within(
        call,
        sql<[Removal]>`select removed, products from delete_representada(${call.empresa_id}, ${id}, ${epoch})`,
      );
      return removal;
    },

    /** What sales asks before it accepts sales. */
    find: async (caller: Call, addresses: RecordAddress[]): Promise<z.output<typeof findRepresentada.reply>[]> => {
      const found = await sql.within(
        caller,
        sql<{ nome: string | null; revision: number }[]>`
          select nome, nome_revision as revision
          from rows from (json_to_recordset(${JSON.stringify(addresses)}::text::json) as (empresa_id uuid, id uuid))
            with ordinality as asked (empresa_id, id, position)
          left join representada using (empresa_id, id)
          order by position`,
      );
      return found.map(({ nome, revision }) => (nome === null ? null : { nome, revision }));
    },
  };

  function everyRepresentada(call: EmpresaCall, query: RepresentadasQuery) {
    return sql`
      page as (
        select id from representada where ${chosen(call, query)}
        order by id desc limit ${query.limit} offset ${offsetOf(query)}
      ),
      counted as (${keptTotal(sql, 'representada_counter', call, query.ativo)})`;
  }

  /** Sought once, for the page and for the total. */
  function matchingRepresentadas(call: EmpresaCall, query: RepresentadasQuery, search: string) {
    return sql`
      matching as materialized (
        select id from representada
        where ${chosen(call, query)} and (${contains(sql, search)} or ${hasCnpjLike(search)})
      ),
      page as (select id from matching order by id desc limit ${query.limit} offset ${offsetOf(query)}),
      counted as (select count(*) as total from matching)`;
  }

  function chosen({ empresa_id }: EmpresaCall, { ativo }: RepresentadasQuery) {
    return sql`empresa_id = ${empresa_id} ${ativo === undefined ? sql`` : sql`and ativo = ${ativo}`}`;
  }

  /** The CNPJ stands behind the last separator, where no other text does. */
  function hasCnpjLike(search: string) {
    return sql`search_text like (select '%' || e'\\x1e' || containing(${cnpjSought(search) ?? null}))`;
  }
};

export type RepresentadasRepository = ReturnType<typeof makeRepresentadasRepository>;
