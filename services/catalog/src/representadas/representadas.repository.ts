import type { Call, findRepresentada } from '@representa/contracts';
import { type Database, json, jsonb, sql, withErrors } from '@representa/postgres';
import { callerOf, type DeleteAttempt, keyArguments, makeReadChanges, type RenamableRecord } from '@representa/records';
import { acceptedVersions, type EmpresaCall, type Versioned, versionConflict } from '@representa/service-kit';
import type { z } from 'zod';
import { mapList } from '../map-list.ts';
import { cnpjTaken, representadaHasProducts } from './representadas.errors.ts';
import type { NewRepresentada, Representada, RepresentadaChanges, RepresentadaRow } from './representadas.schemas.ts';
import { makeRepresentadasList } from './representadas-list.repository.ts';

type FoundRepresentada = NonNullable<z.output<typeof findRepresentada.reply>>;

interface Removal {
  removed: boolean;
  /** How many products kept it from being removed. */
  products: number;
}

/**
 * The contract knows no rule of commissions: only a representada that has one shows it. create_representada.sql does
 * the same for kept answers.
 */
const shown = <Row extends RepresentadaRow>({ comissao_quando, comissao_dia, ...representada }: Row) => ({
  ...representada,
  ...(comissao_quando !== null && { comissao_quando }),
  ...(comissao_dia !== null && { comissao_dia }),
});

const refusals = { representada_cnpj_key: cnpjTaken, ...versionConflict };

const columns = sql`
    id, nome, cnpj, email, telefone, endereco, cidade, estado, contato, observacao, comissao, ativo, created_at,
    updated_at, version, comissao_quando, comissao_dia`;

export const makeRepresentadasRepository = (database: Database) => {
  const write = withErrors(database.within, refusals);
  const list = makeRepresentadasList(database, columns);

  return {
    create: async (call: EmpresaCall, representada: NewRepresentada): Promise<Representada & Versioned> => {
      const [created] = await write(
        call,
        sql<[RepresentadaRow]>`
          select ${columns} from create_representada(
            ${call.empresa_id}, ${jsonb(representada)},
            ${keyArguments(call)}, ${jsonb(callerOf(call))}
          )`,
      );
      return shown(created);
    },

    list: mapList(list, shown),

    read: async (call: EmpresaCall, id: string): Promise<(Representada & Versioned) | undefined> => {
      const [found] = await database.within(
        call,
        sql<
          RepresentadaRow[]
        >`select ${columns} from representada where empresa_id = ${call.empresa_id} and id = ${id}`,
      );
      return found && shown(found);
    },

    /** Undefined when there is no such representada. */
    update: async (
      call: EmpresaCall,
      id: string,
      changes: RepresentadaChanges,
    ): Promise<(Representada & Versioned & RenamableRecord) | undefined> => {
      const [updated] = await write(
        call,
        sql<(RepresentadaRow & RenamableRecord)[]>`
          select ${columns}, nome_revision, rename_pending
          from update_representada(
            ${call.empresa_id}, ${id}, ${jsonb(changes)}, ${acceptedVersions(call)}::int[],
            ${jsonb(callerOf(call))}
          )`,
      );
      return updated && shown(updated);
    },

    changes: makeReadChanges<RepresentadaRow, Representada>(database, {
      resource: 'representada',
      idType: 'uuid',
      columns,
      show: shown,
    }),

    countProducts: async (call: EmpresaCall, id: string): Promise<number> => {
      const [{ products }] = await database.within(
        call,
        sql<[{ products: number }]>`
          select count(*) as products from product where empresa_id = ${call.empresa_id} and representada_id = ${id}`,
      );
      return products;
    },

    /** The last step of a delete, after sales has fenced the record. Products may have appeared meanwhile. */
    remove: async (call: EmpresaCall, { id, epoch }: DeleteAttempt): Promise<boolean> => {
      const [{ removed, products }] = await write(
        call,
        sql<[Removal]>`
          select removed, products
          from delete_representada(${call.empresa_id}, ${id}, ${epoch}, ${acceptedVersions(call)}::int[],
            ${jsonb(callerOf(call))})`,
      );
      if (products > 0) throw representadaHasProducts(products);
      return removed;
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
            coalesce(comissao_dia, 15) as comissao_dia, coalesce(comissoes, '[]') as comissoes
          from rows from (json_to_recordset(${json(questions)})
              as (empresa_id uuid, id uuid, produtos json))
            with ordinality as asked (empresa_id, id, produtos, position)
          left join lateral (
            select nome, nome_revision, comissao, comissao_quando, comissao_dia from representada
            where empresa_id = asked.empresa_id and id = asked.id offset 0
          ) representada on true
          left join lateral (
            select json_agg(json_build_array(product.id, product.comissao)) as comissoes
            from json_array_elements_text(asked.produtos) as wanted (id)
            cross join lateral (
              select id, comissao from product
              where id = wanted.id and empresa_id = asked.empresa_id and comissao is not null offset 0
            ) product
          ) rates on true
          order by position`,
      );
      return found.map((one) => (one.nome === null ? null : one));
    },
  };
};

export type RepresentadasRepository = ReturnType<typeof makeRepresentadasRepository>;
