import type { Call, RecordAddress, ReferenceKind } from '@representa/contracts';
import { arrayLiteral, type Database, jsonb, sql } from '@representa/postgres';

export interface DeleteAttempt extends RecordAddress {
  epoch: number;
}

export interface Renamed extends RecordAddress {
  nome: string;
  revision: number;
}

/** A record with a delete or rename that did not finish: its process crashed, or sales did not answer. */
export interface Unfinished extends Renamed {
  rename_pending: boolean;
  delete_pending: boolean;
  epoch: number;
}

interface RecordState {
  version: number;
  delete_pending: boolean;
}

/** The columns by which a table of clients or of representadas takes part in the reference protocol. */
export const makeOwnedRecords = (database: Database, table: ReferenceKind) => ({
  /** Opens a new attempt to delete. Older attempts can no longer finish. */
  beginDelete: async (call: Call, { empresa_id, id }: RecordAddress): Promise<number | undefined> => {
    const [begun] = await database.within(
      call,
      sql<{ epoch: number }[]>`
        update ${sql(table)} set delete_epoch = delete_epoch + 1, delete_pending = true, pending_since = now()
        where empresa_id = ${empresa_id} and id = ${id}
        returning delete_epoch as epoch`,
    );
    return begun?.epoch;
  },

  /** Takes over an attempt in order to take it back. */
  claimDelete: async (call: Call, { empresa_id, id, epoch }: DeleteAttempt): Promise<number | undefined> => {
    const [claimed] = await database.within(
      call,
      sql<{ epoch: number }[]>`
        update ${sql(table)} set delete_epoch = delete_epoch + 1, pending_since = now()
        where empresa_id = ${empresa_id} and id = ${id} and delete_epoch = ${epoch} and delete_pending
        returning delete_epoch as epoch`,
    );
    return claimed?.epoch;
  },

  /** Ends an attempt that leaves the record where it is. */
  releaseDelete: async (call: Call, { empresa_id, id, epoch }: DeleteAttempt): Promise<void> => {
    await database.within(
      call,
      sql`
        update ${sql(table)} set delete_pending = false
        where empresa_id = ${empresa_id} and id = ${id} and delete_epoch = ${epoch}`,
    );
  },

  state: async (call: Call, { empresa_id, id }: RecordAddress): Promise<RecordState | undefined> => {
    const [state] = await database.within(
      call,
      sql<RecordState[]>`
        select version, delete_pending from ${sql(table)} where empresa_id = ${empresa_id} and id = ${id}`,
    );
    return state;
  },

  /** A newer rename stays pending: only the revision that sales acknowledged is done. */
  renameDone: async (call: Call, { empresa_id, id, revision }: Renamed): Promise<void> => {
    await database.within(
      call,
      sql`
        update ${sql(table)} set rename_pending = false
        where empresa_id = ${empresa_id} and id = ${id} and nome_revision = ${revision}`,
    );
  },

  /**
   * The same for many of one company. Those that are being written are left out: another import locks them in its own order.
   * They stay pending, and are delivered once more.
   */
  renamesDone: async (call: Call, empresa_id: string, renamed: readonly Renamed[]): Promise<void> => {
    const revisions = Object.fromEntries(renamed.map(({ id, revision }) => [id, revision]));
    await database.within(
      call,
      sql`
        update ${sql(table)} set rename_pending = false
        from (
          select id as free_id from ${sql(table)}
          where empresa_id = ${empresa_id} and id = any (${arrayLiteral(Object.keys(revisions))}::uuid[])
            and nome_revision = (${jsonb(revisions)} ->> id::text)::int
          for no key update skip locked
        ) free
        where empresa_id = ${empresa_id} and id = free_id`,
    );
  },

  unfinished: (call: Call, olderThanMs: number): Promise<Unfinished[]> =>
    database.within(
      call,
      sql<Unfinished[]>`
        select empresa_id, id, nome, nome_revision as revision, rename_pending, delete_pending, delete_epoch as epoch
        from ${sql(table)}
        where (delete_pending or rename_pending) and pending_since < now() - ${olderThanMs}::int * interval '1 ms'
        order by pending_since
        limit 100`,
    ),
});

export type OwnedRecords = ReturnType<typeof makeOwnedRecords>;
