import { contains, type Database, literal } from '@representa/postgres';
import type { EmpresaCall } from '@representa/service-kit';
import { type Representada, type RepresentadaFilters, representadaRecord } from './representadas.schemas.ts';

type Query = RepresentadaFilters & { limit: number };

/** Pages of representadas, the newest first. */
export const makeRepresentadasExport = (sql: Database) => ({
  name: 'representadas',
  columns: Object.keys(representadaRecord.shape) as (keyof Representada)[],
  readPage: async (call: EmpresaCall, query: Query, after: readonly (string | number)[] | undefined) => {
    const { search, ativo, limit } = query;
    const data = await sql.within(
      call,
      sql<Representada[]>`
        select id, nome, cnpj, email, telefone, endereco, cidade, estado, contato, observacao, comissao, ativo,
          created_at, updated_at
        from representada
        where ${search === undefined ? sql`empresa_id = ${call.empresa_id}` : sql`empresa_id::text = ${call.empresa_id} and ${contains(sql, search)}`}
          ${ativo === undefined ? sql`` : sql`and ativo = ${ativo}`}
          ${after ? sql`and id < ${after[0] as string}` : sql``}
        order by id desc limit ${literal(sql, limit)}`,
    );
    return { data, next: data.length < limit ? undefined : [(data.at(-1) as Representada).id] };
  },
});
