import { contains, type Database, literal, unprepared } from '@representa/postgres';
import type { EmpresaCall } from '@representa/service-kit';
import { type Client, type ClientFilters, clientRecord } from './clients.schemas.ts';

type Query = ClientFilters & { limit: number };

/** Pages of clients with all their fields, the newest first. */
export const makeClientsExport = (sql: Database) => {
  /** `offset 0` keeps the planner from walking all records of a search by another index. */
  const found = ({ empresa_id }: EmpresaCall, search: string | undefined) =>
    search === undefined
      ? sql`client where empresa_id = ${empresa_id}`
      : sql`(
          select * from client where empresa_id::text = ${empresa_id} and ${contains(sql, search)} offset 0
        ) found where true`;

  return {
    name: 'clients',
    columns: Object.keys(clientRecord.shape) as (keyof Client)[],
    readPage: async (call: EmpresaCall, { search, limit }: Query, after: readonly (string | number)[] | undefined) => {
      const data = await sql.within(
        call,
        // Planned for each page: a plan that was made while the table was small would sort all records.
        unprepared(sql<Client[]>`
        select id, codigo, nome, cnpj_cpf, email, telefone, endereco, bairro, cidade, estado, observacao, ativo,
          segunda, terca, quarta, quinta, sexta, created_at, updated_at
        from ${found(call, search)}
          ${after ? sql`and id < ${after[0] as string}` : sql``}
        order by id desc limit ${literal(sql, limit)}`),
      );
      return { data, next: data.length < limit ? undefined : [(data.at(-1) as Client).id] };
    },
  };
};
