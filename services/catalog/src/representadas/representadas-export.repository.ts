import { contains, type Database, literal, unprepared } from '@representa/postgres';
import type { EmpresaCall } from '@representa/service-kit';
import { type Representada, type RepresentadaFilters, representadaRecord } from './representadas.schemas.ts';

type Query = RepresentadaFilters & { limit: number };

/** Pages of representadas, the newest first. */
export const makeRepresentadasExport = (sql: Database) => {
  /** `offset 0` keeps the planner from walking all records of a search by another index. */
  const found = ({ empresa_id }: EmpresaCall, search: string | undefined) =>
    search === undefined
      ? sql`representada where empresa_id = ${empresa_id}`
      : sql`(
          select * from representada where empresa_id::text = ${empresa_id} and ${contains(sql, search)} offset 0
        ) found where true`;

  return {
    name: 'representadas',
    columns: Object.keys(representadaRecord.shape) as (keyof Representada)[],
    readPage: async (call: EmpresaCall, query: Query, after: readonly (string | number)[] | undefined) => {
      const { search, ativo, limit } = query;
      const data = await sql.within(
        call,
        // Planned for each page: a plan that was made while the table was small would sort all records.
        unprepared(sql<Representada[]>`
        select id, nome, cnpj, email, telefone, endereco, cidade, estado, contato, observacao, comissao, ativo,
          created_at, updated_at
        from ${found(call, search)}
          ${ativo === undefined ? sql`` : sql`and ativo = ${ativo}`}
          ${after ? sql`and id < ${after[0] as string}` : sql``}
        order by id desc limit ${literal(sql, limit)}`),
      );
      return { data, next: data.length < limit ? undefined : [(data.at(-1) as Representada).id] };
    },
  };
};
