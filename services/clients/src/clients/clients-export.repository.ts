import type { Database, Position } from '@representa/postgres';
import type { EmpresaCall } from '@representa/service-kit';
import { type Client, type ClientsSelection, clientRecord } from './clients.schemas.ts';
import { makeClientsList } from './clients-list.repository.ts';

/** Pages of the list for its export. */
export const makeClientsExport = (sql: Database) => {
  const list = makeClientsList(
    sql,
    sql`
    id, codigo, nome, cnpj_cpf, email, telefone, endereco, bairro, cidade, estado, observacao, ativo,
    segunda, terca, quarta, quinta, sexta, created_at, updated_at`,
  );
  return {
    name: 'clients',
    columns: Object.keys(clientRecord.shape) as (keyof Client)[],
    readPage: async (call: EmpresaCall, query: ClientsSelection & { limit: number }, after: Position | undefined) => {
      const { data, next } = await list.after(call, { ...query, page: 1 }, after);
      return { data: data as Partial<Client>[] as Client[], next };
    },
  };
};
