import { callWithin } from '@representa/contracts';
import fc from 'fast-check';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../src/connect.ts';
import { makeList } from '../src/list.ts';
import { type Fragment, render, sql } from '../src/statement.ts';
import { useDatabase } from './database.ts';

/** So small that with few records a page takes each of the ways that it may take with many. */
const bounds = { lastInOrder: 6, readPerWanted: 2, readUpTo: 14, narrowMatches: 9, narrowMatchesOfPage: 20 };

interface Thing {
  id: string;
  kind: number;
  owner: number;
  valor: number;
  text: string;
}

interface Query {
  ordenar: string;
  limit: number;
  kind?: number | undefined;
  owner?: number | undefined;
  min?: number | undefined;
  text?: string | undefined;
}

const empresa_id = '00000000-0000-7000-8000-000000000001';
const { database, adminUrl } = useDatabase();
const sent = new Set<string>();
const recorded = {
  within: async (call: never, statement: Fragment, ...more: never[]) => {
    sent.add(render(statement).text.replace(/\s+/g, ' '));
    const rows = await database.within(call, statement, ...more);
    const run = afterNext;
    afterNext = undefined;
    await run?.();
    return rows;
  },
} as unknown as Database;

let admin: postgres.Sql;
beforeAll(async () => {
  admin = postgres(adminUrl(), { max: 1, connection: { search_path: 'clients' } });
  await admin.unsafe(`
    create table thing (empresa_id uuid, id text, kind int, owner int, valor numeric, text text);
    create index on thing (empresa_id, id);
    create index on thing (empresa_id, kind, id);
    create index on thing (empresa_id, owner, id);
    create index on thing (empresa_id, valor, id);
    grant select on thing to clients`);
});
afterAll(() => admin.end());

const things = makeList<Thing, Omit<Query, 'limit'>>(
  recorded,
  {
    table: 'thing',
    idType: 'text',
    columns: () => sql`id, kind, owner, valor::int, text`,
    sortKeys: { created_at: undefined, valor: { by: sql`valor`, type: 'numeric' } },
    filters: (call, { kind, owner, min, text }) => [
      ...(owner === undefined
        ? []
        : [
            {
              where: sql`owner = ${owner}`,
              equals: { by: sql`owner`, value: sql`${owner}::int` },
              indexedBy: ['created_at'],
              isNarrow: true,
            },
          ]),
      ...(text === undefined
        ? []
        : [
            {
              where: sql`text = ${text}`,
              matches: sql`select * from thing where empresa_id = ${call.empresa_id} and text = ${text}`,
            },
          ]),
      ...(min === undefined ? [] : [{ where: sql`valor >= ${min}::int`, indexedBy: ['valor'] }]),
      ...(kind === undefined
        ? []
        : [
            {
              where: sql`kind = ${kind}`,
              equals: { by: sql`kind`, value: sql`${kind}::int` },
              indexedBy: ['created_at'],
            },
          ]),
    ],
    total: ({ empresa_id }) => sql`select count(*) as total from thing where empresa_id = ${empresa_id}`,
  },
  bounds,
);

/** Runs once, after the next statement. */
let afterNext: (() => Promise<unknown>) | undefined;

const thing = fc.record({
  kind: fc.nat(2),
  owner: fc.nat(9),
  valor: fc.nat(9),
  text: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
});
const query = fc.record(
  {
    ordenar: fc.constantFrom('created_at', '-created_at', 'valor', '-valor'),
    limit: fc.integer({ min: 1, max: 7 }),
    kind: fc.nat(2),
    owner: fc.nat(9),
    min: fc.nat(9),
    text: fc.constantFrom('a', 'b', 'z'),
  },
  { requiredKeys: ['ordenar', 'limit'] },
);

const expected = (all: readonly Thing[], { ordenar, kind, owner, min, text }: Query): Thing[] => {
  const direction = ordenar.startsWith('-') ? -1 : 1;
  const keyOf = ({ valor }: Thing): number => (ordenar.endsWith('valor') ? valor : 0);
  return all
    .filter(
      (one) =>
        (kind === undefined || one.kind === kind) &&
        (owner === undefined || one.owner === owner) &&
        (min === undefined || one.valor >= min) &&
        (text === undefined || one.text === text),
    )
    .sort((a, b) => direction * (keyOf(a) - keyOf(b) || (a.id < b.id ? -1 : 1)));
};

const call = () => ({ ...callWithin(10_000), empresa_id });
const withoutKey = (rows: readonly Thing[]): Thing[] =>
  rows.map(({ id, kind, owner, valor, text }) => ({ id, kind, owner, valor, text }));

test('pages and cursors of all filters and orders have the right records in the right order', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.array(thing, { maxLength: 5 }), fc.array(thing, { minLength: 40, maxLength: 80 })),
      fc.array(query, { minLength: 6, maxLength: 6 }),
      async (made, queries) => {
        const all = made.map((one, n): Thing => ({ id: String(1_000 + n), ...one }));
        await admin`truncate thing`;
        if (all.length > 0) await admin`insert into thing ${admin(all.map((one) => ({ empresa_id, ...one })))}`;
        for (const asked of queries) {
          const wanted = expected(all, asked);
          const read: Thing[] = [];
          let position: readonly (string | number)[] | undefined;
          do {
            const { data, next } = await things.after(call(), asked, position);
            expect(data.length).toBe(Math.min(asked.limit, wanted.length - read.length));
            read.push(...withoutKey(data));
            position = next;
          } while (position);
          expect(read).toEqual(wanted);
          for (let page = 1; page <= Math.ceil(wanted.length / asked.limit) + 1; page++) {
            const { data, total } = await things.page(call(), { ...asked, page });
            const first = (page - 1) * asked.limit;
            expect([withoutKey(data), data.length > 0 ? total : wanted.length]).toEqual([
              wanted.slice(first, first + asked.limit),
              wanted.length,
            ]);
          }
        }
      },
    ),
    { numRuns: 100, seed: 1 },
  );
  // A way that is not taken is not tested.
  const walk = (max: number) => new RegExp(`limit ${max} \\) walked`);
  const ways = {
    'walk until full': walk(2 * bounds.readPerWanted),
    'walk farther': walk(bounds.readUpTo),
    'collect if few': /limit \d+ ?\) select counted\.total/,
    'count the matches of each filter': / as place, count.* limit 9\)/,
    'count more matches of each filter': / as place, count.* limit 20\)/,
    'collect for a cursor': /^ ?select record\.\*/,
    'collect all for a page': /limit \$\d+ offset \$\d+/,
    'count and read': /^ ?select count\(\*\) as total from "thing"/,
  };
  const taken = Object.entries(ways).filter(([, text]) => [...sent].some((one) => text.test(one)));
  expect(taken.map(([way]) => way)).toEqual(Object.keys(ways));
});

test('a record that is deleted while a page is read does not end the list early', async () => {
  const limit = 5;
  const walked = (limit + 1) * bounds.readPerWanted;
  // The last one in the order of the list is the only match, just beyond what is walked at first.
  const all = Array.from({ length: walked + 1 }, (_, n) => ({
    empresa_id,
    id: String(1_000 + n),
    kind: 0,
    owner: 0,
    valor: n === 0 ? 9 : 1,
    text: 'a',
  }));
  await admin`truncate thing`;
  await admin`insert into thing ${admin(all)}`;
  afterNext = () => admin`delete from thing where id = ${String(1_000 + walked)}`;
  const { data } = await things.after(call(), { ordenar: '-created_at', limit, min: 9 }, undefined);
  expect(data.map(({ id }) => id)).toEqual(['1000']);
});
