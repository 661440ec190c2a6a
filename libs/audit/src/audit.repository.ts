import type { AuditEntry, AuditFilters, Call } from '@representa/contracts';
import { type Database, literal } from '@representa/postgres';

interface Page extends AuditFilters {
  empresa_id: string;
  before?: number | undefined;
  limit: number;
}

export interface Link {
  numero: number;
  entry: string;
  hash: string;
}

export interface StoredCheckpoint {
  numero: number;
  hash: string;
  signature: string;
}

/** A company whose oldest entries may be removed, up to this one. */
export interface Cut {
  empresa_id: string;
  numero: number;
  hash: string;
}

export const makeAuditRepository = (sql: Database) => ({
  /** The newest first. Moments become numbers by the index, so a page walks no more than its own entries. */
  read: async (
    call: Call,
    { empresa_id, recurso, id, chave_id, de, ate, before, limit }: Page,
  ): Promise<AuditEntry[]> => {
    const rows = await sql.within(
      call,
      sql<{ entry: string }[]>`
        select entry from audit_entry
        where empresa_id = ${empresa_id}
          ${before === undefined ? sql`` : sql`and numero < ${before}`}
          ${recurso === undefined ? sql`` : sql`and recurso = ${recurso}`}
          ${id === undefined ? sql`` : sql`and registro_id = ${id}`}
          ${chave_id === undefined ? sql`` : sql`and chave_id = ${chave_id}`}
          ${
            de === undefined
              ? sql``
              : sql`and numero >= (
                  select numero from audit_entry where empresa_id = ${empresa_id} and em >= ${de} order by em limit 1
                )`
          }
          ${
            ate === undefined
              ? sql``
              : sql`and numero <= (
                  select numero from audit_entry where empresa_id = ${empresa_id} and em <= ${ate}
                  order by em desc limit 1
                )`
          }
        order by numero desc limit ${literal(sql, limit)}`,
    );
    return rows.map(({ entry }) => JSON.parse(entry));
  },

  /** The oldest first, with their hashes. */
  readChain: (call: Call, empresa_id: string, after: number, limit: number): Promise<Link[]> =>
    sql.within(
      call,
      sql<Link[]>`
        select numero, entry, encode(hash, 'hex') as hash from audit_entry
        where empresa_id = ${empresa_id} and numero > ${after} order by numero limit ${literal(sql, limit)}`,
    ),

  readCheckpoint: async (call: Call, empresa_id: string): Promise<StoredCheckpoint | undefined> => {
    const [checkpoint] = await sql.within(
      call,
      sql<StoredCheckpoint[]>`
        select numero, encode(hash, 'hex') as hash, encode(signature, 'hex') as signature from audit_checkpoint
        where empresa_id = ${empresa_id}`,
    );
    return checkpoint;
  },

  /** At most 500 entries of the company with the oldest one. */
  findCut: async (call: Call, days: number): Promise<Cut | undefined> => {
    const [cut] = await sql.within(
      call,
      sql<Cut[]>`
        select old.empresa_id, old.numero, encode(old.hash, 'hex') as hash
        from (select distinct empresa_id from change_sequence) company
        cross join lateral (
          select empresa_id, numero, hash from (
            select empresa_id, numero, hash, em from audit_entry
            where empresa_id = company.empresa_id order by numero limit 500
          ) oldest
          where em < now() - make_interval(days => ${days}) order by numero desc limit 1
        ) old
        limit 1`,
    );
    return cut;
  },

  cut: async (call: Call, { empresa_id, numero, hash }: Cut, signature: string): Promise<number> => {
    const [{ removed }] = await sql.within(
      call,
      sql<[{ removed: number }]>`
        select cut_audit(${empresa_id}, ${numero}, decode(${hash}, 'hex'), decode(${signature}, 'hex')) as removed`,
    );
    return removed;
  },
});

export type AuditRepository = ReturnType<typeof makeAuditRepository>;
