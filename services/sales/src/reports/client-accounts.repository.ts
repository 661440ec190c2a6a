import type { Call, readClientAccounts } from '@representa/contracts';
import { arrayLiteral, type Database, sql } from '@representa/postgres';
import type { z } from 'zod';

export const makeClientAccountsRepository = (database: Database) => ({
  /** In the order of the ids. Reads one purchase of each client, and its open sales. */
  read: async (
    call: Call,
    { empresa_id, ids }: z.output<typeof readClientAccounts.request>,
  ): Promise<z.output<typeof readClientAccounts.reply>> =>
    database.within(
      call,
      sql<z.output<typeof readClientAccounts.reply>>`
        select (
            select data from sale
            where empresa_id = ${empresa_id} and cliente_id = asked.id and status_step(status) <> 'cancelada'
            order by data desc limit 1
          ) as ultima_compra, (
            select coalesce(sum(valor_total - recebido), 0) from sale
            where empresa_id = ${empresa_id} and cliente_id = asked.id and recebido < valor_total
              and status_step(status) <> 'cancelada'
          ) as aberto
        from unnest(${arrayLiteral(ids)}::uuid[]) with ordinality asked (id, position) order by position`,
    ),
});

export type ClientAccountsRepository = ReturnType<typeof makeClientAccountsRepository>;
