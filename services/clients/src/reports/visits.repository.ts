import { type Database, type PageAfter, type Position, sql } from '@representa/postgres';
import type { EmpresaCall } from '@representa/service-kit';
import type { Client } from '../clients/clients.schemas.ts';
import { makeClientsList } from '../clients/clients-list.repository.ts';
import type { VisitsQuery } from './reports.schemas.ts';

type Visited = Pick<Client, 'id' | 'codigo' | 'nome' | 'telefone' | 'endereco' | 'bairro' | 'cidade' | 'estado'>;

/** Active clients of a weekday, by name. */
export const makeVisitsRepository = (database: Database) => {
  const list = makeClientsList<Visited>(database, sql`id, codigo, nome, telefone, endereco, bairro, cidade, estado`);
  return {
    after: (
      call: EmpresaCall,
      query: Pick<VisitsQuery, 'dia' | 'limit'>,
      position: Position | undefined,
    ): Promise<PageAfter<Visited>> => list.after(call, { ...query, ativo: true, ordenar: 'nome' }, position),
  };
};

export type VisitsRepository = ReturnType<typeof makeVisitsRepository>;
