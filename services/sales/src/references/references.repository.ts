import type {
  Call,
  CompanyCall,
  fenceReference,
  RecordAddress,
  renameReference,
  voidFence,
} from '@representa/contracts';
import { type Database, type Fragment, json, sql } from '@representa/postgres';
import type { z } from 'zod';

/** The current name of a client or representada: one lookup by primary key. */
export const nameOf = ({ empresa_id }: CompanyCall, id: Fragment): Fragment =>
  sql`(select nome from reference where empresa_id = ${empresa_id} and id = ${id})`;

/** The register of records that sales use and other services own; see libs/records/README.md. */
export const makeReferencesRepository = (database: Database) => ({
  fence: async (
    call: Call,
    { empresa_id, id, kind, epoch }: z.output<typeof fenceReference.request>,
  ): Promise<z.output<typeof fenceReference.reply>> => {
    const [{ uses, counted }] = await database.within(
      call,
      sql<[{ uses: number | null; counted: 'sales' | 'commissions' }]>`
        select uses, counted from set_fence(${empresa_id}, ${id}, ${kind}, ${epoch})`,
    );
    if (uses === null) return { outcome: 'voided' };
    return uses === 0 ? { outcome: 'fenced' } : { outcome: 'in-use', sales: uses, counted };
  },

  countRepresentadaSales: async (call: Call, { empresa_id, id }: RecordAddress): Promise<number> => {
    const [{ sales }] = await database.within(
      call,
      sql<[{ sales: number }]>`
        select count(*) as sales from sale where empresa_id = ${empresa_id} and representada_id = ${id}`,
    );
    return sales;
  },

  /** Adds a missing row: the fence that it voids may still be under way. */
  voidFence: async (call: Call, { empresa_id, id, kind, epoch }: z.output<typeof voidFence.request>): Promise<void> => {
    await database.within(
      call,
      sql`
        insert into reference as existing (empresa_id, id, kind, nome, revision, voided_epoch)
        values (${empresa_id}, ${id}, ${kind}, '', -1, ${epoch})
        on conflict (empresa_id, id) do update set
          voided_epoch = greatest(existing.voided_epoch, excluded.voided_epoch),
          fence_epoch = case when existing.fence_epoch > excluded.voided_epoch then existing.fence_epoch end`,
    );
  },

  /** Adds missing rows: a sale that read the older name may be about to add it. In the order in which new sales lock them. */
  rename: async (call: Call, renamed: readonly z.output<typeof renameReference.request>[]): Promise<void> => {
    await database.within(
      call,
      sql`
        insert into reference as existing (empresa_id, id, kind, nome, revision)
        select empresa_id, id, kind, nome, revision from json_to_recordset(${json(renamed)})
          as renamed (empresa_id uuid, id uuid, kind text, nome text, revision int) order by kind, id
        on conflict (empresa_id, id) do update set nome = excluded.nome, revision = excluded.revision
          where existing.revision < excluded.revision`,
    );
  },
});

export type ReferencesRepository = ReturnType<typeof makeReferencesRepository>;
