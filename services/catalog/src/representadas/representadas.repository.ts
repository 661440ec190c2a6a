import { asChange, type Change, nextEntries } from '@representa/changes';
import type { Call, findRepresentada, RecordAddress } from '@representa/contracts';
import { type Database, translateViolations } from '@representa/postgres';
import type { DeleteAttempt, RenamableRecord } from '@representa/references';
import { acceptedVersions, type EmpresaCall, type Versioned, versionConflict } from '@representa/service-kit';
import type { z } from 'zod';
import { cnpjTaken } from './representadas.errors.ts';
import type { NewRepresentada, Representada, RepresentadaChanges } from './representadas.schemas.ts';
import { makeRepresentadasList } from './representadas-list.repository.ts';

export interface Removal {
  removed: boolean;
  /** How many products kept it from being removed. */
  products: number;
}

const conflicts = { representada_cnpj_key: cnpjTaken, ...versionConflict };

export const makeRepresentadasRepository = (sql: Database) => {
  const columns = sql`
    id, nome, cnpj, email, telefone, endereco, cidade, estado, contato, observacao, comissao, ativo, created_at,
    updated_at, version`;

  return {
    create: async (call: EmpresaCall, representada: NewRepresentada): Promise<Representada & Versioned> => {
      const [created] = await translateViolations(
        conflicts,
        sql.within(
          call,
          sql<[Representada & Versioned]>`
            select ${columns} from create_representada(
              ${call.empresa_id}, ${JSON.stringify(representada)}::text::jsonb,
              ${call.idempotency?.key ?? null}, ${call.idempotency?.fingerprint ?? null}
            )`,
        ),
      );
      return created;
    },

    list: makeRepresentadasList(sql, columns),

    read: async (call: EmpresaCall, id: string): Promise<(Representada & Versioned) | undefined> => {
      const [found] = await sql.within(
        call,
        sql<
          (Representada & Versioned)[]
        >`select ${columns} from representada where empresa_id = ${call.empresa_id} and id = ${id}`,
      );
      return found;
    },

    /** Undefined when there is no such representada. */
    update: async (
      call: EmpresaCall,
      id: string,
      changes: RepresentadaChanges,
    ): Promise<(Representada & Versioned & RenamableRecord) | undefined> => {
      const [updated] = await translateViolations(
        conflicts,
        sql.within(
          call,
          sql<(Representada & Versioned & RenamableRecord)[]>`
            select ${columns}, nome_revision, rename_pending
            from update_representada(
              ${call.empresa_id}, ${id}, ${JSON.stringify(changes)}::text::jsonb, ${acceptedVersions(call)}::int[]
            )`,
        ),
      );
      return updated;
    },

    changes: async (call: EmpresaCall, after: number, limit: number): Promise<Change<Representada>[]> => {
      const rows = await sql.within(
        call,
        sql<(Omit<Change<never>, 'registro'> & Representada)[]>`
          select record.*, entry.change, tipo, entry.id, alterado_em
          from ${nextEntries(sql, 'representada', call, after, limit)}
          left join lateral (
            select ${columns} from representada
            where empresa_id = ${call.empresa_id} and id = entry.id::uuid and tipo = 'alterado' offset 0
          ) record on true
          order by entry.change`,
      );
      return rows.map(asChange);
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
      const [removal] = await translateViolations(
        conflicts,
        sql.within(
          call,
          sql<[Removal]>`
            select removed, products
            from delete_representada(${call.empresa_id}, ${id}, ${epoch}, ${acceptedVersions(call)}::int[])`,
        ),
      );
      return removal;
    },

    /** What sales asks before it creates sales. In the order of the addresses. */
    find: async (call: Call, addresses: RecordAddress[]): Promise<z.output<typeof findRepresentada.reply>[]> => {
      const found = await sql.within(
        call,
        sql<{ nome: string | null; revision: number }[]>`
          select nome, nome_revision as revision
          from rows from (json_to_recordset(${JSON.stringify(addresses)}::text::json) as (empresa_id uuid, id uuid))
            with ordinality as asked (empresa_id, id, position)
          left join lateral (
            select nome, nome_revision from representada
            where empresa_id = asked.empresa_id and id = asked.id offset 0
          ) representada on true
          order by position`,
      );
      return found.map(({ nome, revision }) => (nome === null ? null : { nome, revision }));
    },
  };
};

export type RepresentadasRepository = ReturnType<typeof makeRepresentadasRepository>;
