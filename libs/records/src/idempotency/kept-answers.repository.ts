import type { Call } from '@representa/contracts';
import { type Database, jsonb, sql } from '@representa/postgres';
import type { HttpError, Idempotency, RequestCall } from '@representa/service-kit';

export interface KeptAnswer {
  status: number;
  /** The created record, or what was kept of the error. */
  record: object;
  /** Of the request that was answered. */
  fingerprint: Buffer;
}

/** JSON in PostgreSQL has timestamps in another format than the driver's columns. */
const readTimestamp = (name: string, value: unknown): unknown =>
  /_(at|em)$/.test(name) && typeof value === 'string' && value.includes('T') ? new Date(value).toISOString() : value;

/**
 * A record that a function returned as JSON, as it is shown now and when it is kept and replayed. Its lists have no timestamps: a
 * reviver would visit each of 20,000 allocations, and take four times as long as parsing them.
 */
export const parseStored = <Stored extends object>(json: string): Stored =>
  Object.fromEntries(
    Object.entries<unknown>(JSON.parse(json)).map(([name, value]) => [name, readTimestamp(name, value)]),
  ) as Stored;

export const makeKeptAnswers = (database: Database) => ({
  find: async (call: RequestCall, { key }: Idempotency): Promise<KeptAnswer | undefined> => {
    const [kept] = await database.within(
      call,
      sql<{ status: number; record: string; fingerprint: Buffer }[]>`
        select status, record::text as record, fingerprint from kept_answer
        where empresa_id = ${call.empresa_id} and key = ${key} and created_at > now() - interval '24 hours'`,
    );
    return kept && { ...kept, record: parseStored(kept.record) };
  },

  /** A created record is kept by the statement that creates it. */
  keepRefusal: async (call: RequestCall, { key, fingerprint }: Idempotency, refusal: HttpError): Promise<void> => {
    await database.within(
      call,
      sql`
        select keep_refusal(
          ${call.empresa_id}, ${key}, ${fingerprint}, ${refusal.status}, ${jsonb(refusal.kept)}
        )`,
    );
  },

  /** Removes up to 500 answers past their 24 hours: small steps, so that nobody waits for a lock. Returns how many. */
  removeOld: async (call: Call): Promise<number> => {
    const removed = await database.within(
      call,
      sql`
        delete from kept_answer where ctid = any (array(
          select ctid from kept_answer where created_at <= now() - interval '24 hours' order by created_at limit 500
        -- Once more: a key that is used again has a new answer in its row.
        )) and created_at <= now() - interval '24 hours' returning 1`,
    );
    return removed.length;
  },
});

export type KeptAnswers = ReturnType<typeof makeKeptAnswers>;
