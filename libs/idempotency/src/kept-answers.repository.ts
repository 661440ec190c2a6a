import type { Call } from '@representa/contracts';
import type { Database } from '@representa/postgres';
import type { EmpresaCall, Idempotency } from '@representa/service-kit';
import { keyUsedOtherwise } from './idempotency.errors.ts';

export interface KeptAnswer {
  status: number;
  body: string;
}

/** How many old answers are removed at a time: small steps, so that nobody waits for them. */
const sweepSize = 500;

export const makeKeptAnswers = (sql: Database) => ({
  find: async (call: EmpresaCall, { key, fingerprint }: Idempotency): Promise<KeptAnswer | undefined> => {
    const [kept] = await sql.within(
      call,
      sql<(KeptAnswer & { fingerprint: Buffer })[]>`
        select status, body, fingerprint from kept_answer
        where empresa_id = ${call.empresa_id} and key = ${key} and created_at > now() - interval '24 hours'`,
    );
    if (kept && !fingerprint.equals(kept.fingerprint)) throw keyUsedOtherwise();
    return kept;
  },

  /** For an answer that wrote no record; one that did is kept by the statement that wrote it. */
  keep: async (call: EmpresaCall, { key, fingerprint }: Idempotency, { status, body }: KeptAnswer): Promise<void> => {
    await sql.within(call, sql`select keep_refusal(${call.empresa_id}, ${key}, ${fingerprint}, ${status}, ${body})`);
  },

  /** Says how many it removed. */
  removeOld: async (caller: Call): Promise<number> => {
    const removed = await sql.within(
      caller,
      sql`
        delete from kept_answer where ctid = any (array(
          select ctid from kept_answer where created_at <= now() - interval '24 hours' limit ${sweepSize}
        )) returning 1`,
    );
    return removed.length;
  },
});

export type KeptAnswers = ReturnType<typeof makeKeptAnswers>;
