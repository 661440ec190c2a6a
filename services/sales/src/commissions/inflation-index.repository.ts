import type { Call, loadIndex } from '@representa/contracts';
import { type Database, json, sql } from '@representa/postgres';
import type { z } from 'zod';

/** The inflation index by which overdue commissions are corrected. */
export const makeInflationIndexRepository = (database: Database) => ({
  /** Months that are already there are replaced. */
  load: async (
    call: Call,
    { nome, meses }: z.output<typeof loadIndex.request>,
  ): Promise<z.output<typeof loadIndex.reply>> => {
    const loaded = await database.within(
      call,
      sql`
        insert into inflation_index (nome, mes, fator)
        select ${nome}, mes, fator from json_to_recordset(${json(meses)}) as (mes date, fator numeric)
        on conflict (nome, mes) do update set fator = excluded.fator
        returning 1`,
    );
    return { meses: loaded.length };
  },
});

export type InflationIndexRepository = ReturnType<typeof makeInflationIndexRepository>;
