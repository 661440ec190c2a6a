import type { Database, Position } from '@representa/postgres';
import type { EmpresaCall } from '@representa/service-kit';
import { type Representada, type RepresentadaFilters, representadaRecord } from './representadas.schemas.ts';
import { makeRepresentadasList } from './representadas-list.repository.ts';

/** Pages of the list for its export, the newest first. */
export const makeRepresentadasExport = (sql: Database) => {
  const list = makeRepresentadasList(
    sql,
    sql`
    id, nome, cnpj, email, telefone, endereco, cidade, estado, contato, observacao, comissao, ativo, created_at, updated_at`,
  );
  return {
    name: 'representadas',
    columns: Object.keys(representadaRecord.shape) as (keyof Representada)[],
    readPage: async (
      call: EmpresaCall,
      query: RepresentadaFilters & { limit: number },
      after: Position | undefined,
    ) => {
      const { data, next } = await list.after(call, { ...query, ordenar: '-created_at', page: 1 }, after);
      return { data: data as Partial<Representada>[] as Representada[], next };
    },
  };
};
