import type { Database, Position } from '@representa/postgres';
import type { EmpresaCall } from '@representa/service-kit';
import { type Representada, type RepresentadasSelection, representadaRecord } from './representadas.schemas.ts';
import { makeRepresentadasList } from './representadas-list.repository.ts';

/** Pages of the list for its export. */
export const makeRepresentadasExport = (sql: Database) => {
  const list = makeRepresentadasList(
    sql,
    sql`
    id, nome, cnpj, email, telefone, endereco, cidade, estado, contato, observacao, comissao, comissao_quando, comissao_dia, ativo,
    created_at, updated_at`,
  );
  return {
    name: 'representadas',
    columns: Object.keys(representadaRecord.shape) as (keyof Representada)[],
    readPage: async (
      call: EmpresaCall,
      query: RepresentadasSelection & { limit: number },
      after: Position | undefined,
    ) => {
      const { data, next } = await list.after(call, { ...query, page: 1 }, after);
      return { data: data as Partial<Representada>[] as Representada[], next };
    },
  };
};
