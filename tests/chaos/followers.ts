import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { makeFollower, makeRandom } from '@representa/testing';
import type { Sql } from 'postgres';
import type { Api } from './api.ts';
import type { Company } from './companies.ts';
import type { Ledger } from './ledger.ts';

interface Dependencies {
  seed: number;
  api: Api;
  gateways: readonly string[];
  ledger: Ledger;
  companies: readonly Company[];
}

type Row = Record<string, unknown> & { id: string };

/** A sale's items as its feed shows them. */
const itens = `(
  select jsonb_agg(
    jsonb_build_object('produto_id', produto_id, 'quantidade', quantidade, 'valor_unitario', valor_unitario,
      'valor_total', valor_total)
    order by posicao)
  from sales.sale_item item where item.empresa_id = record.empresa_id and item.sale_id = record.id)`;

/** `others`: fields of the feed that are no columns, as SQL. */
const resources: { path: string; table: string; others?: string }[] = [
  { path: 'sales', table: 'sales.sale', others: `jsonb_build_object('itens', ${itens})` },
  { path: 'clients', table: 'clients.client' },
  { path: 'products', table: 'catalog.product' },
  { path: 'representadas', table: 'catalog.representada' },
];

/**
 * A service answers three seconds before its deadline. With the short deadlines of these tests, `espera=1` would not
 * wait at all.
 */
const maxEspera = 3;
const retryMs = 100;
const catchUpTries = 50;
const times = new Set(['created_at', 'updated_at']);

const differs = (record: Row, row: Row): string | undefined =>
  Object.keys(record).find((field) => {
    const values = [record[field], row[field]].map((value) => (times.has(field) ? Date.parse(String(value)) : value));
    return !isDeepStrictEqual(values[0], values[1]);
  });

/** Callers who keep copies of each company's records by following the changes feeds, while faults happen. */
export const makeFollowers = ({ seed, api, gateways, ledger, companies }: Dependencies) => {
  const followers = companies.flatMap((company) =>
    resources.map(({ path, table, others }) => {
      const name = `${path} of ${company.nome}`;
      const random = makeRandom(seed, name);
      const follower = makeFollower(async (cursor) => {
        const query = `limit=${random.integer(1, 20)}&espera=${random.integer(0, maxEspera)}&cursor=${cursor}`;
        const question = { method: 'GET', path: `/${path}/changes?${query}`, key: company.key } as const;
        const answer = await api.ask(random.maybePick(gateways) ?? '', question);
        ledger.count(`follow ${path}`, answer);
        if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.json?.error}`);
        return answer.json;
      });
      return { ...follower, company, table, others, name };
    }),
  );
  type NamedFollower = (typeof followers)[number];

  const catchUp = async ({ step, name }: NamedFollower): Promise<void> => {
    for (let tries = 0; tries < catchUpTries; tries++) {
      try {
        while ((await step()) > 0);
        return;
      } catch {
        await pause(retryMs);
      }
    }
    ledger.violate(`the follower of ${name} could not read to the end`);
  };

  const compare = async ({ copy, table, others = `'{}'`, company, name }: NamedFollower, admin: Sql): Promise<void> => {
    const rows = await admin<{ row: Row }[]>`
      select to_jsonb(record) || ${admin.unsafe(others)} as row from ${admin(table)} record where empresa_id = ${company.id}`;
    const stored = new Map(rows.map(({ row }) => [row.id, row]));
    const copied = new Map((copy() as Row[]).map((record) => [record.id, record]));
    for (const id of stored.keys()) if (!copied.has(id)) ledger.violate(`the follower of ${name} does not have ${id}`);
    for (const [id, record] of copied) {
      const row = stored.get(id);
      const field = row && differs(record, row);
      if (!row) ledger.violate(`the follower of ${name} still has ${id}, which was deleted`);
      else if (field) ledger.violate(`the follower of ${name} has an old ${field} of ${id}`);
    }
  };

  return {
    follow: async (over: AbortSignal): Promise<void> => {
      const one = async ({ step }: NamedFollower): Promise<void> => {
        while (!over.aborted) await step().catch(() => pause(retryMs));
      };
      await Promise.all(followers.map(one));
    },

    /** At the end each copy equals the database. Returns how many records were compared. */
    check: async (admin: Sql): Promise<number> => {
      await Promise.all(followers.map(catchUp));
      for (const follower of followers) {
        await compare(follower, admin);
        for (const fault of follower.faults()) ledger.violate(`the follower of ${follower.name}: ${fault}`);
      }
      return followers.reduce((sum, { copy }) => sum + copy().length, 0);
    },
  };
};
