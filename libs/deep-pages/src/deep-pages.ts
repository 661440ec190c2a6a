import { type Database, isDatabaseUnavailable } from '@representa/postgres';
import { type EmpresaCall, offsetOf, type Page } from '@representa/service-kit';

/** Nearer pages are reached sooner by walking there. */
const deepFrom = 2_000;

/** The pages of one table, newest first. See the README. */
export const makeDeepPages = (sql: Database, records: string) => {
  const isDeep = (page: Page): boolean => offsetOf(page) >= deepFrom;

  const counted = ({ empresa_id }: EmpresaCall) => sql`
    counted as (
      select coalesce(sum(total), 0)::bigint as total from ${sql(`${records}_counter`)} where empresa_id = ${empresa_id}
    )`;

  /** Only entries of the primary key are skipped; the records of the page are read after that. */
  const fromTheNewest = ({ empresa_id }: EmpresaCall, page: Page) => sql`
    page as (
      select id from ${sql(records)} where empresa_id = ${empresa_id}
      order by id desc limit ${page.limit} offset ${offsetOf(page)}
    )`;

  /** Begins at the oldest mark with no more newer records than are to be skipped; without one, at the newest record. */
  const fromAMark = ({ empresa_id }: EmpresaCall, page: Page) => sql`
    start as (
      select id, newer
      from (
        select id, total - sum(live) over (order by id rows unbounded preceding) as newer
        from ${sql(`${records}_mark`)} cross join counted where empresa_id = ${empresa_id}
      ) mark
      where newer <= ${offsetOf(page)} order by id limit 1
    ),
    page as (
      select id from ${sql(records)}
      where empresa_id = ${empresa_id} and id <= coalesce((select id from start), 'ffffffff-ffff-ffff-ffff-ffffffffffff')
      order by id desc limit ${page.limit} offset ${offsetOf(page)} - coalesce((select newer from start), 0)
    )`;

  return {
    /** Makes the marks that are missing, if the page is deep. To be called before the list. */
    prepare: async (call: EmpresaCall, page: Page): Promise<void> => {
      if (!isDeep(page)) return;
      const extended = sql.within(call, sql`select ${sql(`extend_${records}_marks`)}(${call.empresa_id})`);
      // The list is right without them, only slower, and the next one tries again.
      await extended.catch((error) => {
        if (!isDatabaseUnavailable(error)) throw error;
      });
    },

    /** What a list begins with, after `with`: `counted` has the `total`, `page` the `id` of each of its records. */
    select: (call: EmpresaCall, page: Page) =>
      sql`${counted(call)}, ${isDeep(page) ? fromAMark(call, page) : fromTheNewest(call, page)}`,
  };
};
