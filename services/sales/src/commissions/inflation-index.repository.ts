import { allEmpresas, type Call, type loadIndex } from '@representa/contracts';
import { type Database, json, sql } from '@representa/postgres';
import { type Caller, writeRecord } from '@representa/records';
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
      // The index is of no company.
      writeRecord<[{ meses: number }]>(
        { ...call, empresa_id: allEmpresas, caller },
        {
          name: 'insert inflation_index',
          operation: 'carregar',
          resource: 'indices',
          written: sql`
            select ${nome} as id, null::int as was_version, fields
            from numbered cross join lateral load_index(${nome}, ${json(meses)}) fields`,
          columns: sql`coalesce(cardinality(fields), 0) as meses`,
        },
      ),
    );
    return loaded;
  },
});

export type InflationIndexRepository = ReturnType<typeof makeInflationIndexRepository>;
