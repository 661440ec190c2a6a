import { type Database, literal, unprepared } from '@representa/postgres';
import type { EmpresaCall } from '@representa/service-kit';
import { type SaleSummary, saleSummary } from './sales.schemas.ts';

/** Pages of sales as the list shows them, the newest first. */
export const makeSalesExport = (sql: Database) => ({
  name: 'sales',
  columns: Object.keys(saleSummary.shape) as (keyof SaleSummary)[],
  readPage: async (
    { empresa_id, ...call }: EmpresaCall,
    { limit }: { limit: number },
    after: readonly (string | number)[] | undefined,
  ) => {
    const data = await sql.within(
      call,
      // Planned for each page: a plan that was made while the table was small would sort all records.
      unprepared(sql<SaleSummary[]>`
        select id, pedido, data, cliente_id,
          (select nome from reference where empresa_id = ${empresa_id} and id = cliente_id) as cliente_nome,
          representada_id,
          (select nome from reference where empresa_id = ${empresa_id} and id = representada_id) as representada_nome,
          status, valor_total, created_at, updated_at
        from sale where empresa_id = ${empresa_id} ${after ? sql`and id < ${after[0] as string}` : sql``}
        order by id desc limit ${literal(sql, limit)}`),
    );
    return { data, next: data.length < limit ? undefined : [(data.at(-1) as SaleSummary).id] };
  },
});
