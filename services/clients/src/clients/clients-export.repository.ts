import { contains, type Database, literal } from '@representa/postgres';
import type { EmpresaCall } from '@representa/service-kit';
import { type Client, type ClientFilters, clientRecord } from './clients.schemas.ts';

type Query = ClientFilters & { limit: number };

/** Pages of clients with all their fields, the newest first. */
export const makeClientsExport = (sql: Database) => ({
  name: 'clients',
  columns: Object.keys(clientRecord.shape) as (keyof Client)[],
  readPage: async (call: EmpresaCall, { search, limit }: Query, after: readonly (string | number)[] | undefined) => {
    const data = await sql.within(
      call,
      sql<Client[]>`
        select id, codigo, nome, cnpj_cpf, email, telefone, endereco, bairro, cidade, estado, observacao, ativo,
          segunda, terca, quarta, quinta, sexta, created_at, updated_at
        from client
        where ${search === undefined ? sql`empresa_id = ${call.empresa_id}` : sql`empresa_id::text = ${call.empresa_id} and ${contains(sql, search)}`}
          ${after ? sql`and id < ${after[0] as string}` : sql``}
        order by id desc limit ${literal(sql, limit)}`,
    );
    return { data, next: data.length < limit ? undefined : [(data.at(-1) as Client).id] };
  },
});
