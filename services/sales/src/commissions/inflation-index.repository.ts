import { allEmpresas, type Call, type loadIndex } from '@representa/contracts';
import { type Database, json, jsonb, sql } from '@representa/postgres';
import type { Caller } from '@representa/records';
import type { z } from 'zod';

/** Only the command `empresas` loads an index. */
const caller: Caller = { chave_id: null, chave_prefixo: null, operador: 'comando', request_id: null, endereco: null };

/** The inflation index by which overdue commissions are corrected. */
export const makeInflationIndexRepository = (database: Database) => ({
  /** Months that are already there are replaced. */
  load: async (
    call: Call,
    { nome, meses }: z.output<typeof loadIndex.request>,
  ): Promise<z.output<typeof loadIndex.reply>> => {
    const [loaded] = await database.within(
      call,
      sql<[{ meses: number }]>`
        select load_index(${nome}, ${json(meses)}, ${allEmpresas}, ${jsonb(caller)}) as meses`,
    );
    return loaded;
  },
});

export type InflationIndexRepository = ReturnType<typeof makeInflationIndexRepository>;
