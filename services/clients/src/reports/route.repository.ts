import type { Database, PageAfter, Position } from '@representa/postgres';
import type { EmpresaCall } from '@representa/service-kit';
import type { Client } from '../clients/clients.schemas.ts';
import { makeClientsList } from '../clients/clients-list.repository.ts';
import type { RouteQuery } from './reports.schemas.ts';

type Visited = Pick<Client, 'id' | 'codigo' | 'nome' | 'telefone' | 'endereco' | 'bairro' | 'cidade' | 'estado'>;

/** Active clients of a weekday, by name. */
export const makeRouteRepository = (sql: Database) => {
  const list = makeClientsList(sql, sql`id, codigo, nome, telefone, endereco, bairro, cidade, estado`);
  return {
    after: async (
      call: EmpresaCall,
      query: Pick<RouteQuery, 'dia' | 'limit'>,
      position: Position | undefined,
    ): Promise<PageAfter<Visited>> => {
      const { data, next } = await list.after(call, { ...query, ativo: true, ordenar: 'nome', page: 1 }, position);
      return { data: data as Partial<Client>[] as Client[], next };
    },
  };
};

export type RouteRepository = ReturnType<typeof makeRouteRepository>;
