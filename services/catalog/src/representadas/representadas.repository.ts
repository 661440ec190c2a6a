import type { Call, CompanyCall, describeRepresentada, findRepresentada, RecordAddress } from '@representa/contracts';
import { type Database, json, type ListFilter, nameKey, searchFilter, sql } from '@representa/postgres';
import { ativoFilter, type DeleteAttempt, externalIdFilter, listRecords, makeRecords } from '@representa/records';
import type { RequestCall } from '@representa/service-kit';
import type { z } from 'zod';
import {
  cnpjTaken,
  codigoTaken,
  externalIdTaken,
  representadaHasProducts,
  representadaNotFound,
} from './representadas.errors.ts';
import type { RepresentadaFilters } from './representadas.schemas.ts';
import {
  importedRepresentada,
  type Representada,
  type RepresentadasSelection,
  representada,
} from './representadas.schemas.ts';

/**
 * The stored form of a search that could be (a part of) a CNPJ. It has a digit, or punctuation between letters (`AB.CDE.FGH`): letters
 * alone are a name, which the search by texts finds, and punctuation alone would find every CNPJ.
 */
const cnpjSought = (search: string): string | undefined =>
  /^[\dA-Za-z\s./-]+$/.test(search) && /\d|[A-Za-z][./-][A-Za-z]/.test(search)
    ? search.replace(/[\s./-]/g, '')
    : undefined;

const searchWithCnpj = (call: CompanyCall, search: string): ListFilter => {
  const inTexts = searchFilter('representada', call, search);
  const cnpj = cnpjSought(search);
  if (cnpj === undefined) return inTexts;
  // The CNPJ is the only text after the last separator.
  const inCnpj = sql`search_text like (select '%' || e'\\x1e' || containing(${cnpj}))`;
  return {
    where: sql`(${inTexts.where} or ${inCnpj})`,
    // Two selects: for `or` the planner may read all of the company's records.
    matches: sql`
      ${inTexts.matches}
      union all
      select * from representada
      where empresa_id::text = ${call.empresa_id} and ${inCnpj} and not ${inTexts.where}`,
  };
};

/** The filters and the orders of the list of representadas. */
const representadasList = {
  filters: (call: CompanyCall, { search, ativo, codigo, id_externo }: RepresentadaFilters): ListFilter[] => [
    ...externalIdFilter(id_externo),
    ...(codigo ? [{ where: sql`codigo = ${codigo}`, indexedBy: ['created_at'], isNarrow: true }] : []),
    ...(search ? [searchWithCnpj(call, search)] : []),
    ...(ativo === undefined ? [] : [ativoFilter('representada', call, ativo)]),
  ],
  sortKeys: { created_at: undefined, nome: nameKey(1) },
};

type DescribedRepresentada = z.output<typeof describeRepresentada.reply>;
type FoundRepresentada = NonNullable<z.output<typeof findRepresentada.reply>>;

const refusals = {
  record_missing: representadaNotFound,
  representada_cnpj_key: cnpjTaken,
  representada_id_externo_key: externalIdTaken,
  representada_codigo_key: codigoTaken,
  representada_has_products: (products: string) => representadaHasProducts(Number(products)),
};

/** A row with the codigo of a representada changes it. */
export const representadasImport = {
  record: importedRepresentada,
  key: 'codigo',
  merging: {},
  conflicts: { representada_cnpj_key: cnpjTaken, representada_id_externo_key: externalIdTaken },
};

export const makeRepresentadasRepository = (database: Database) => {
  const records = makeRecords(database, representada, refusals);

  return {
    ...records,
    list: listRecords<Representada, RepresentadasSelection>(database, representada, representadasList),

    /** After sales has fenced the record. Products may have appeared meanwhile. */
    remove: (call: RequestCall, attempt: DeleteAttempt): Promise<boolean> =>
      records.remove(call, attempt, sql`and has_no_products(numbered.empresa_id, record.id)`),

    countProducts: async (call: RequestCall, id: string): Promise<number> => {
      const [{ products }] = await database.within(
        call,
        sql<[{ products: number }]>`
          select count(*) as products from product where empresa_id = ${call.empresa_id} and representada_id = ${id}`,
      );
      return products;
    },

    /** What sales asks for a document. */
    describe: async (call: Call, { empresa_id, id }: RecordAddress): Promise<DescribedRepresentada> => {
      const [found] = await database.within(
        call,
        sql<NonNullable<DescribedRepresentada>[]>`
          select nome, cnpj, endereco, cidade, estado from representada where empresa_id = ${empresa_id} and id = ${id}`,
      );
      return found ?? null;
    },

    /** What sales asks before it creates sales, with the rates of products that have their own. In the order of the questions. */
    find: async (
      call: Call,
      questions: z.output<typeof findRepresentada.request>[],
    ): Promise<(FoundRepresentada | null)[]> => {
      const found = await database.within(
        call,
        sql<(FoundRepresentada | { nome: null })[]>`
          select nome, nome_revision as revision, comissao, coalesce(comissao_quando, 'recebimento') as comissao_quando,
            coalesce(comissao_dia, 15) as comissao_dia, coalesce(comissoes, '[]') as comissoes,
            coalesce(produtos_ausentes, '[]') as produtos_ausentes
          from rows from (json_to_recordset(${json(questions)})
              as (empresa_id uuid, id uuid, produtos json))
            with ordinality as asked (empresa_id, id, produtos, position)
          left join lateral (
            select nome, nome_revision, comissao, comissao_quando, comissao_dia from representada
            where empresa_id = asked.empresa_id and id = asked.id offset 0
          ) representada on true
          left join lateral (
            select
              json_agg(json_build_array(product.id, product.comissao)) filter (where comissao is not null) as comissoes,
              json_agg(wanted.id) filter (where product.id is null) as produtos_ausentes
            from json_array_elements_text(asked.produtos) as wanted (id)
            left join lateral (
              select id, comissao from product where id = wanted.id and empresa_id = asked.empresa_id offset 0
            ) product on true
          ) products on true
          order by position`,
      );
      return found.map((one) => (one.nome === null ? null : one));
    },
  };
};

export type RepresentadasRepository = ReturnType<typeof makeRepresentadasRepository>;
