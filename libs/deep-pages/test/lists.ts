import { randomUUID } from 'node:crypto';
import { connectPostgres, type Database } from '@representa/postgres';
import type { EmpresaCall, Page } from '@representa/service-kit';
import type { TestDatabase } from '@representa/testing';
import postgres from 'postgres';
import { makeDeepPages } from '../src/index.ts';

export const blockSize = 1_000;
const hour = 3_600_000;
export const day = 24 * hour;

export const callOf = (empresa_id: string): EmpresaCall => ({
  empresa_id,
  time_zone: 'America/Sao_Paulo',
  deadline: performance.now() + 10_000,
  request_id: randomUUID(),
  traceparent: undefined,
});

/** The id, with another moment in its first 48 bits, as SQL. */
const idAt = (moment: string, id: string): string =>
  `(lpad(to_hex(${moment}), 12, '0') || substr(replace(${id}::text, '-', ''), 13))::uuid`;
const momentOf = (id: string): string => `(extract(epoch from uuid_extract_timestamp(${id})) * 1000)::bigint`;

const asRows = (sql: Database, ids: readonly string[]) =>
  sql`(select value::uuid as id from json_array_elements_text(${JSON.stringify(ids)}::text::json)) given`;

interface Kind {
  schema: 'sales' | 'clients';
  records: 'sale' | 'client';
  /** As many records as `made` has rows (their ids, and numbers n), with the counter as the service would have left it. */
  fill: string;
  create(sql: Database, empresa: string): Promise<string>;
  remove(sql: Database, empresa: string, ids: readonly string[]): Promise<void>;
}

/** The two lists that have marks, by the functions that their services call. */
export const kinds: Kind[] = [
  {
    schema: 'sales',
    records: 'sale',
    // The odd ones in another year.
    fill: `
      with counted as (
        insert into sale_counter as existing (empresa_id, ano, total)
        select $1, 2020 + n % 2, count(*) from made group by n % 2 order by n % 2
        on conflict (empresa_id, ano) do update set total = existing.total + excluded.total
      )
      insert into sale (empresa_id, id, pedido, data, cliente_id, representada_id, status, valor_total, created_at, updated_at)
      select $1, id, id, '2020-01-01', $1, $1, 'PAGA', 1, now(), now() from made`,
    create: async (sql, empresa) => {
      const reference = {
        cliente_id: empresa,
        representada_id: empresa,
        cliente_revision: 0,
        representada_revision: 0,
      };
      const names = { cliente_nome: '', representada_nome: '' };
      const ano = 2020 + Math.round(Math.random());
      const sale = { n: 1, empresa_id: empresa, ano, data: '2020-01-01', status: 'PAGA', valor_total: 1, itens: [] };
      const [{ reply }] = await sql<[{ reply: string }]>`
        select reply from create_sales(${JSON.stringify([{ ...sale, ...reference, ...names }])}::text::json)`;
      return JSON.parse(reply).id;
    },
    remove: async (sql, empresa, ids) => {
      await sql`select delete_sale(${empresa}, id) from ${asRows(sql, ids)}`;
    },
  },
  {
    schema: 'clients',
    records: 'client',
    fill: `
      with counted as (
        insert into client_counter as existing (empresa_id, total) select $1, count(*) from made
        on conflict (empresa_id) do update set total = existing.total + excluded.total
      )
      insert into client (empresa_id, id, codigo, nome, email, telefone, cidade, estado, ativo, created_at, updated_at)
      select $1, id, id, 'Mercado', id || '@exemplo.com.br', '', '', 'SP', true, now(), now() from made`,
    create: async (sql, empresa) => {
      const flags = { ativo: true, segunda: true, terca: true, quarta: true, quinta: true, sexta: true };
      const texts = { telefone: '', cidade: '', bairro: '', observacao: '', estado: 'SP' };
      const client = { nome: 'Mercado', email: `${randomUUID()}@exemplo.com.br`, ...texts, ...flags };
      const [{ reply }] = await sql<[{ reply: string }]>`
        select create_client(${empresa}, ${sql.json(client)}, null, null) as reply`;
      return JSON.parse(reply).id;
    },
    remove: async (sql, empresa, ids) => {
      const these = asRows(sql, ids);
      await sql`update client set delete_pending = true where empresa_id = ${empresa} and id in (select id from ${these})`;
      await sql`select delete_client(${empresa}, id, 0) from ${these}`;
    },
  },
];

/** One company's list, in a database of the test's own. */
export const makeList = (kind: Kind, sql: Database, empresa: string = randomUUID()) => {
  const { records } = kind;
  const call = () => callOf(empresa);
  const marks = sql(`${records}_mark`);

  const idsOf = async (page: Page, reader: Database = sql): Promise<{ ids: string[]; total: number }> => {
    const [found] = await reader<[{ ids: string[]; total: number }]>`
      with ${makeDeepPages(reader, records).select(call(), page)}
      select coalesce(json_agg(id order by id desc), '[]') as ids, (select total from counted) as total from page`;
    return found;
  };

  return {
    empresa,
    create: () => kind.create(sql, empresa),
    remove: (ids: readonly string[]) => kind.remove(sql, empresa, ids),

    /** Adds records that were made at this moment and, one a minute, after it. */
    fill: async (count: number, from: number, everyMs = 60_000): Promise<void> => {
      await sql.unsafe(
        `with made as materialized (
           select n, ${idAt('$2::bigint + n * $4::bigint', 'uuidv7()')} as id from generate_series(1, $3::int) n
         ), ${kind.fill.trim().replace(/^with /, '')}`,
        [empresa, from, count, everyMs],
      );
    },

    /** As if the clock had gone wrong by so much when they were made. */
    shift: async (ms: number): Promise<void> => {
      for (const table of [records, `${records}_mark`]) {
        await sql.unsafe(
          `update ${table} set id = ${idAt(`${momentOf('id')} + $2::bigint`, 'id')} where empresa_id = $1`,
          [empresa, ms],
        );
      }
    },

    prepare: (page: Page) => makeDeepPages(sql, records).prepare(call(), page),
    idsOf,

    /** Every id, newest first, without marks or counters. */
    all: async (reader: Database = sql): Promise<string[]> => {
      const rows = await reader<{ id: string }[]>`
        select id from ${reader(records)} where empresa_id = ${empresa} order by id desc`;
      return rows.map(({ id }) => id);
    },

    marks: () =>
      sql<{ id: string; live: number }[]>`select id, live from ${marks} where empresa_id = ${empresa} order by id`,
  };
};

export type List = ReturnType<typeof makeList>;

/** For transactions of several statements, which the services never have. */
export const connectPlainly = (database: TestDatabase, schema: Kind['schema']): Database =>
  postgres(database.databaseUrl(schema), {
    max: 2,
    connection: { search_path: `${schema}, extensions` },
    types: { bigint: { to: 0, from: [20], serialize: String, parse: Number } },
  }) as unknown as Database;

export const connectAs = async (database: TestDatabase, schema: Kind['schema']): Promise<Database> => {
  const sql = connectPostgres({
    url: database.databaseUrl(schema),
    schema,
    connections: 8,
    statementTimeoutMs: 10_000,
  });
  // No part of this, and it would take most of the time.
  await sql`drop index if exists client_search`;
  return sql;
};
